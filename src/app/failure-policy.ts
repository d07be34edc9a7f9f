import { type Failure, isPortalPage } from '../api/client.ts';
import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import { errorMessage, GENERIC_ERROR } from '../contract/errors.ts';
import { showAlert, useAlerts } from '../stores/alerts.ts';
import { useApp } from '../stores/app.ts';
import { useDialogs } from '../stores/dialogs.ts';
import { useUser } from '../stores/user.ts';
import { isReachableNow } from '../use-cases/connectivity/check-health.ts';
import { expireSession } from '../use-cases/session/session.ts';

const SESSION_EXPIRED = 'Your session has expired. Log in again';

/**
 * Handles a call that failed. A session ends before the alert is shown, because its end removes the alerts of the
 * session. Background work shows an alert only if it ends the session. Being offline ends nothing: the banner shows it
 * once, and cached data stays.
 */
export function handleFailure(failure: Failure, endpointName: EndpointName, isQuiet: boolean): void {
  // A guest has no session that could end, but has a draft that must stay.
  const isLoggedIn = useUser.getState().user !== null;
  if (isLoggedIn && (isQuiet ? isSessionRejected(failure) : endsSession(failure))) {
    endSession(failure, isQuiet);
    return;
  }
  if (isQuiet) return;
  const isRead = endpoints[endpointName].method === 'GET';
  if (failure.kind === 'offline' || isPortalPage(failure)) {
    // A banner says that the user is offline or behind a portal. Without a banner only this call was blocked.
    if (!isRead) void alertUnlessBanner();
    return;
  }
  const sentence = sentenceFor(failure);
  if (sentence !== undefined) alertOnce(sentence);
}

async function alertUnlessBanner(): Promise<void> {
  const isReachable = await isReachableNow();
  if (isReachable && !useApp.getState().needsNetworkSignIn) alertOnce(GENERIC_ERROR);
}

/** An object that fails its schema is our mistake or the server's, and no reason to lose the session. */
function endsSession(failure: Failure): boolean {
  return (
    isSessionRejected(failure) ||
    failure.kind === 'timeout' ||
    (failure.kind === 'invalidBody' && failure.isNotObject)
  );
}

/** A failure without a body means that nothing was sent, because another account is logged in by now. */
function isSessionRejected(failure: Failure): boolean {
  return failure.kind === 'unauthorized' && failure.body !== undefined;
}

function sentenceFor(failure: Failure): string | undefined {
  switch (failure.kind) {
    case 'offline':
    case 'aborted':
      return undefined;
    case 'unauthorized':
      return failure.body === undefined ? undefined : errorMessage(401, failure.body);
    case 'timeout':
      return errorMessage(408, failure.body);
    case 'invalidBody':
      return GENERIC_ERROR;
    case 'unexpectedResponse':
      // The specification chooses the sentence by the status, whatever the type of the body is.
      return errorMessage(failure.status, undefined);
    case 'http':
      return errorMessage(failure.status, failure.body);
  }
}

/** A user who waited for the call can log in on the same page and stays there. */
function endSession(failure: Failure, isQuiet: boolean): void {
  // The stores are reset synchronously. Only the deletion of files is asynchronous, and no one waits for that.
  void expireSession();
  if (isQuiet) {
    showAlert('error', SESSION_EXPIRED);
    return;
  }
  showAlert('error', sentenceFor(failure) ?? GENERIC_ERROR, SESSION_EXPIRED);
  useDialogs.getState().openAuth('login');
}

/** Several calls often fail for the same reason. An alert that is already on the screen is not shown again. */
function alertOnce(title: string): void {
  const isShown = useAlerts.getState().list.some((alert) => alert.type === 'error' && alert.title === title);
  if (!isShown) showAlert('error', title);
}
