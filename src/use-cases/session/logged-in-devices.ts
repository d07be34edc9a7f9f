import { call } from '../../api/client.ts';
import type { UserSession } from '../../contract/user.ts';
import { showAlert } from '../../stores/alerts.ts';
import { whileLoading } from '../../stores/loaders.ts';
import { type ConfirmationOutcome, confirmationOutcome } from '../account/confirmation-outcome.ts';

export const LOAD_SESSIONS = 'listSessions';

/** Where the account is logged in; undefined if the list could not be loaded. It is never stored on the device. */
export async function loadSessions(): Promise<UserSession[] | undefined> {
  const result = await whileLoading(LOAD_SESSIONS, () => call('listSessions', { isQuiet: true }));
  return result.ok ? result.value : undefined;
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
  const wasLoggedOut = !result.ok && result.failure.kind === 'http' && result.failure.status === 404;
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
