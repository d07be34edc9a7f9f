import { call, type Failure } from '../../api/client.ts';
import type { UserEdit } from '../../contract/user.ts';
import { showAlert } from '../../stores/alerts.ts';
import { whileLoading } from '../../stores/loaders.ts';
import { useUser } from '../../stores/user.ts';
import { refreshAfterFailure } from './refresh-after-failure.ts';

export const SAVE_PROFILE = 'editUser';
export const SEND_CONFIRMATION = 'sendConfirmation';
export const SWITCH_MAIL_UPDATES = 'setMailUpdates';

/** Returns the failure, which the API client has shown, or undefined. */
export async function saveProfile({ name, vatNumber }: UserEdit): Promise<Failure | undefined> {
  const result = await whileLoading(SAVE_PROFILE, () =>
    call('editUser', { body: { name: name.trim(), vatNumber } }),
  );
  if (!result.ok) {
    void refreshAfterFailure(result.failure);
    return result.failure;
  }
  useUser.getState().updateUser({ name: result.value.name, vatNumber: result.value.vatNumber });
  showAlert('success', 'Profile updated');
  return undefined;
}

export async function sendConfirmationAgain(): Promise<void> {
  const result = await whileLoading(SEND_CONFIRMATION, () => call('sendConfirmation'));
  if (result.ok) showAlert('success', 'Email sent. Follow the link in it');
}

export async function switchEmailUpdates(isWanted: boolean): Promise<void> {
  const result = await whileLoading(SWITCH_MAIL_UPDATES, () =>
    call('setMailUpdates', { body: { isEnabled: isWanted } }),
  );
  if (!result.ok) {
    void refreshAfterFailure(result.failure);
    return;
  }
  useUser.getState().updateUser({ hasMailUpdates: isWanted });
  showAlert('success', `Emails about your deliveries are ${isWanted ? 'on' : 'off'}`);
}
