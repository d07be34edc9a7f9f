import type { Failure } from '../api/failure.ts';
import type { Verb } from '../contract/endpoints.ts';
import { errorSentence, GENERIC_ERROR } from '../contract/errors.ts';
import { endSession } from '../flows/session.ts';
import { showAlert, useAlerts } from '../stores/alerts.ts';
import { useUser } from '../stores/user.ts';

/**
 * What the app does about a call that failed. Offline does nothing here: the banner says it once, and known data
 * stays. Signing out comes first, the alert after it; background work alerts nobody.
 */
export function handleFailure(failure: Failure, _verb: Verb, isQuiet: boolean): void {
  if (isQuiet ? isRefusedSession(failure) : endsSession(failure)) endIfSignedIn();
  const sentence = isQuiet ? undefined : sentenceFor(failure);
  if (sentence !== undefined) alertOnce(sentence);
}

/** An object that fails its schema is our mistake or the server's, and no reason to lose the session. */
function endsSession(failure: Failure): boolean {
  return (
    isRefusedSession(failure) || failure.kind === 'timeout' || (failure.kind === 'broken' && failure.isJunk)
  );
}

/** Without a body nothing was sent: the call was made for another account than the one that is here now. */
function isRefusedSession(failure: Failure): boolean {
  return failure.kind === 'unauthorized' && failure.body !== undefined;
}

function sentenceFor(failure: Failure): string | undefined {
  switch (failure.kind) {
    case 'offline':
    case 'aborted':
      return undefined;
    case 'unauthorized':
      return failure.body === undefined ? undefined : errorSentence(401, failure.body);
    case 'timeout':
      return errorSentence(408, failure.body);
    case 'broken':
      return GENERIC_ERROR;
    case 'http':
      return errorSentence(failure.status, failure.body);
  }
}

/** A visitor has no session to end, and a draft to keep. */
function endIfSignedIn(): void {
  if (useUser.getState().user === null) return;
  // The stores are reset before it first waits; what remains is deleting files, which nobody waits for.
  void endSession();
}

/** Several calls often fail of one cause: what is on the screen already is not said again. */
function alertOnce(title: string): void {
  const isShown = useAlerts.getState().list.some((alert) => alert.type === 'error' && alert.title === title);
  if (!isShown) showAlert('error', title);
}
