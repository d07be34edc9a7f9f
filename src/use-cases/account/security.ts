import {
  call,
  type Failure,
  hasErrorCode,
  hasStatus,
  type Result,
  userWaitSignal,
} from '../../api/client.ts';
import type { AccountData } from '../../contract/account-data.ts';
import { ERROR_MESSAGES, errorMessage, GENERIC_ERROR } from '../../contract/errors.ts';
import type { UserSession } from '../../contract/user.ts';
import { showAlert } from '../../stores/alerts.ts';
import { whileLoading } from '../../stores/loaders.ts';
import { isReachableNow } from '../connectivity/check-health.ts';
import { endDeletedAccount } from '../session/session.ts';
import { refreshAfterFailure } from './refresh-after-failure.ts';

export type Refusal = { title: string; text: string };
/**
 * What became of an action that needs the password. `refused` has no message if the app shows the reason elsewhere: it
 * is offline, or the customer has canceled.
 */
export type ConfirmationOutcome =
  | { kind: 'done' }
  | { kind: 'wrongPassword'; message: string }
  | { kind: 'refused'; refusal: Refusal | undefined };

export const LOAD_SESSIONS = 'listSessions';

/**
 * Loads where the account is logged in, which is never stored on the device. `show` gets the list before the loading
 * ends, so that no frame says that the list is missing.
 */
export function loadSessions(show: (sessions: UserSession[]) => void): Promise<void> {
  return whileLoading(LOAD_SESSIONS, async () => {
    const result = await call('listSessions', { isQuiet: true });
    if (result.ok) show(result.value);
  });
}

/** Logs out one device, or with `others` all but this one. */
export async function logOutDevices(
  which: UserSession | 'others',
  password: string,
): Promise<ConfirmationOutcome> {
  const options = { body: { password }, isQuiet: true };
  const result = await (which === 'others'
    ? call('endOtherSessions', options)
    : call('endSession', { ...options, params: { id: which.id } }));
  // The password was right, and the device has logged out by itself in the meantime.
  const wasLoggedOut = !result.ok && hasStatus(result.failure, 404) && which !== 'others';
  if (result.ok || wasLoggedOut) {
    showAlert(
      'success',
      which === 'others' ? 'All other devices are logged out' : `Logged out ${which.device}`,
    );
    return { kind: 'done' };
  }
  return confirmationOutcome(result, {
    refused: 'No device was logged out.',
    unknown: 'Open this page again to see which devices are logged in.',
  });
}

const DELETION_UNKNOWN = 'Log in again to see whether your account still exists.';

/** Deletes the account at the server and everything of it on this device. */
export async function deleteAccountForever(password: string): Promise<ConfirmationOutcome> {
  const result = await call('deleteAccount', { body: { password }, isQuiet: true });
  if (result.ok) {
    await endDeletedAccount();
    showAlert('success', 'Your account was deleted');
  } else if (hasErrorCode(result.failure, 'ACCOUNT_HAS_DELIVERIES')) {
    const title = 'You have a delivery under way';
    const text =
      'The driver needs its addresses. You can delete your account when it has been delivered or canceled.';
    return { kind: 'refused', refusal: { title, text } };
  } else if (await refreshAfterFailure(result.failure)) {
    // The dialog, which would say so, has closed with the session.
    showAlert('info', DELETION_UNKNOWN);
  }
  return confirmationOutcome(result, {
    refused: 'Your account was not deleted.',
    unknown: DELETION_UNKNOWN,
  });
}

/** Everything that the server stores about the account. Undefined if the call failed or the user canceled it. */
export async function exportAccountData(): Promise<AccountData | undefined> {
  const result = await call('exportAccount', { signal: userWaitSignal() });
  return result.ok ? result.value : undefined;
}

type OutcomeTexts = {
  /** What the server's refusal means, such as "Your account was not deleted." */
  refused: string;
  /** What to do when it is not known whether the action has happened. */
  unknown: string;
};

/** Words the result of a call that contains the password. */
async function confirmationOutcome(
  result: Result<unknown>,
  texts: OutcomeTexts,
): Promise<ConfirmationOutcome> {
  if (result.ok) return { kind: 'done' };
  return hasErrorCode(result.failure, 'UNAUTHORIZED')
    ? { kind: 'wrongPassword', message: ERROR_MESSAGES.INCORRECT_PASSWORD }
    : { kind: 'refused', refusal: await refusalOf(result.failure, texts) };
}

async function refusalOf(failure: Failure, texts: OutcomeTexts): Promise<Refusal | undefined> {
  if (failure.kind === 'http' && failure.status === 429) {
    const minutes = Math.ceil((failure.retryAfterMs ?? 15 * 60_000) / 60_000);
    return {
      title: 'Too many attempts',
      text: minutes === 1 ? 'Try again in 1 minute.' : `Try again in ${minutes} minutes.`,
    };
  }
  if (failure.kind === 'http') {
    return { title: errorMessage(failure.status, failure.body), text: texts.refused };
  }
  if (failure.kind === 'aborted' || failure.kind === 'unauthorized') return undefined;
  // Without a connection a banner says so. If only this call failed, the server may have received it.
  if (failure.kind === 'offline' && !(await isReachableNow())) return undefined;
  return { title: GENERIC_ERROR, text: texts.unknown };
}
