import { type Failure, hasErrorCode } from '../../api/failure.ts';
import { deleteAccount } from '../../api/users.ts';
import { ERROR_MESSAGES, errorMessage, GENERIC_ERROR } from '../../contract/errors.ts';
import { showAlert } from '../../stores/alerts.ts';
import { endDeletedAccount } from '../session/session.ts';

export type Refusal = { title: string; text: string };
/** `refused` has no message if the app shows the reason elsewhere: it is offline, or the person has cancelled. */
export type AccountDeletionOutcome =
  | { kind: 'deleted' }
  | { kind: 'wrongPassword'; message: string }
  | { kind: 'refused'; refusal: Refusal | undefined };

/** Deletes the account at the server and everything of it on this device. */
export async function deleteAccountForever(password: string): Promise<AccountDeletionOutcome> {
  const result = await deleteAccount(password);
  if (!result.ok) {
    return hasErrorCode(result.failure, 'UNAUTHORIZED')
      ? { kind: 'wrongPassword', message: ERROR_MESSAGES.INCORRECT_PASSWORD }
      : { kind: 'refused', refusal: refusalOf(result.failure) };
  }
  await endDeletedAccount();
  showAlert('success', 'Your account was deleted');
  return { kind: 'deleted' };
}

function refusalOf(failure: Failure): Refusal | undefined {
  if (hasErrorCode(failure, 'ACCOUNT_HAS_DELIVERIES')) {
    return {
      title: 'You have a delivery under way',
      text: 'The driver needs its addresses. You can delete your account when it has been delivered or cancelled.',
    };
  }
  if (failure.kind === 'http' && failure.status === 429) {
    const minutes = Math.ceil((failure.retryAfterMs ?? 15 * 60_000) / 60_000);
    return {
      title: 'Too many attempts',
      text: minutes === 1 ? 'Try again in 1 minute.' : `Try again in ${minutes} minutes.`,
    };
  }
  if (failure.kind === 'http') {
    return { title: errorMessage(failure.status, failure.body), text: 'Your account was not deleted.' };
  }
  if (failure.kind === 'offline' || failure.kind === 'aborted' || failure.kind === 'unauthorized')
    return undefined;
  return { title: GENERIC_ERROR, text: 'Log in again to see whether your account still exists.' };
}
