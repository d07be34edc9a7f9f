import { call, userWaitSignal } from '../../api/client.ts';
import { hasErrorCode } from '../../api/failure.ts';
import type { AccountData } from '../../contract/account-data.ts';
import { showAlert } from '../../stores/alerts.ts';
import { endDeletedAccount } from '../session/session.ts';
import { type ConfirmationOutcome, confirmationOutcome } from './confirmation-outcome.ts';

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
  }
  return confirmationOutcome(result, {
    refused: 'Your account was not deleted.',
    unknown: 'Log in again to see whether your account still exists.',
  });
}

/** Everything that the server stores about the account. Undefined if the call failed or the user canceled it. */
export async function exportAccountData(): Promise<AccountData | undefined> {
  const result = await call('exportAccount', { signal: userWaitSignal() });
  return result.ok ? result.value : undefined;
}
