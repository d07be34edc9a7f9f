import { endOtherSessions, endSession, listSessions } from '../../api/users.ts';
import type { UserSession } from '../../contract/user.ts';
import { showAlert } from '../../stores/alerts.ts';
import { whileLoading } from '../../stores/loaders.ts';
import { requestForAccount } from '../refresh-record.ts';

export const LOAD_SESSIONS = 'listSessions';
export const END_SESSION = 'endSession';
export const END_OTHER_SESSIONS = 'endOtherSessions';

/** Where the account is logged in; undefined if the list could not be loaded. It is never stored on the device. */
export async function loadSessions(): Promise<UserSession[] | undefined> {
  const result = await whileLoading(LOAD_SESSIONS, () => requestForAccount(listSessions));
  return result?.ok ? result.value : undefined;
}

export async function logOutDevice({ id, device }: UserSession): Promise<void> {
  const result = await whileLoading(END_SESSION, () => endSession(id));
  if (result.ok) showAlert('success', `Logged out ${device}`);
}

export async function logOutOtherDevices(): Promise<void> {
  const result = await whileLoading(END_OTHER_SESSIONS, endOtherSessions);
  if (result.ok) showAlert('success', 'All other devices are logged out');
}
