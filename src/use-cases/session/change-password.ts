import { call, type Failure, hasErrorCode } from '../../api/client.ts';
import { PASSWORD_TOO_SHORT } from '../../contract/errors.ts';
import { problemErrors } from '../../domain/field-errors.ts';
import { showAlert } from '../../stores/alerts.ts';
import { useApp } from '../../stores/app.ts';
import { whileLoading } from '../../stores/loaders.ts';
import { refreshAfterFailure } from '../account/refresh-after-failure.ts';

export const CHANGE_PASSWORD = 'changePassword';

export type Passwords = { oldPassword: string; newPassword: string };
/** `errors` are the messages beside the fields; they are empty if an alert shows the failure. */
export type PasswordChangeOutcome = { ok: true } | { ok: false; errors: Partial<Passwords> };

/** Changes the password. The server ends all sessions and begins a new one here. */
export async function saveNewPassword(passwords: Passwords): Promise<PasswordChangeOutcome> {
  const { changePasswordAnswers401 } = useApp.getState().config;
  const result = await whileLoading(CHANGE_PASSWORD, () =>
    call('changePassword', {
      body: passwords,
      refusesWith401: changePasswordAnswers401,
      isShownByCaller: (failure) => fieldErrors(failure) !== undefined,
    }),
  );
  if (!result.ok) {
    if (await refreshAfterFailure(result.failure)) {
      showAlert('info', 'Your password may have been changed', 'Try the new one first when you log in.');
    }
    return { ok: false, errors: fieldErrors(result.failure) ?? {} };
  }
  const { jwtToken, sessionId } = result.value;
  if (jwtToken) {
    // The form does not wait for this code. It has loaded now, because it is in one file with the code that sends calls.
    const { replaceToken } = await import('./session.ts');
    replaceToken(jwtToken, sessionId);
  }
  showAlert('success', 'New password saved');
  return { ok: true };
}

/** The errors for the two responses that are about the input. */
function fieldErrors(failure: Failure): Partial<Passwords> | undefined {
  if (hasErrorCode(failure, 'VALIDATION_EXCEPTION')) {
    return { newPassword: PASSWORD_TOO_SHORT, ...problemErrors(failure, ['newPassword']) };
  }
  if (hasErrorCode(failure, 'UNAUTHORIZED')) return { oldPassword: 'Old password is incorrect' };
  return undefined;
}
