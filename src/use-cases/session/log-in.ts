import { call, type Failure, type FormCallOptions, type Result } from '../../api/client.ts';
import type { RequestBody } from '../../contract/endpoints.ts';
import type { LoggedInUser } from '../../contract/user.ts';
import { showAlert } from '../../stores/alerts.ts';
import { savedAccount } from '../../stores/user.ts';

/** The views of the form. Resetting a password takes two of them. */
export type AuthView = 'login' | 'register' | 'resetEmail' | 'resetCode';

type AuthInput = RequestBody<'registerUser'> & RequestBody<'recoverPassword'>;

/**
 * Logs in, registers, or does a step of a password reset. Aborting the signal cancels the call, so that a late response
 * does not log the user in.
 * @returns the failure, which an alert has shown unless the form shows it, or undefined
 */
export async function sendAuthForm(
  view: AuthView,
  { name, phoneNumber, email, code, password }: AuthInput,
  options: FormCallOptions,
): Promise<Failure | undefined> {
  switch (view) {
    case 'login':
      return startSessionOf(await call('login', { ...options, body: { email, password } }));
    case 'register': {
      const body = { name, phoneNumber, email, password };
      return startSessionOf(await call('registerUser', { ...options, body }));
    }
    case 'resetEmail':
      return failureOf(await call('sendEmailCode', { ...options, body: { email } }), 'Email code sent');
    case 'resetCode': {
      const body = { code, email, password };
      return failureOf(await call('recoverPassword', { ...options, body }), 'Password reset');
    }
  }
}

async function startSessionOf(result: Result<LoggedInUser>): Promise<Failure | undefined> {
  if (result.ok) {
    // The forms do not wait for this code. It has loaded now, because it is in one file with the code that sends calls.
    const { startSession } = await import('./session.ts');
    startSession(result.value);
    // Without space in local storage the session ends with this page.
    if (savedAccount() === undefined) showAlert('warn', "This device can't keep you logged in");
  }
  return failureOf(result, 'Login successful');
}

function failureOf(result: Result<unknown>, success: string): Failure | undefined {
  if (!result.ok) return result.failure;
  showAlert('success', success);
  return undefined;
}
