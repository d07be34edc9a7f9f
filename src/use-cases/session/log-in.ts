import type { FormCallOptions } from '../../api/call.ts';
import { call } from '../../api/client.ts';
import type { Failure, Result } from '../../api/failure.ts';
import type { RequestBody } from '../../contract/endpoints.ts';
import type { LoggedInUser } from '../../contract/user.ts';
import { showAlert } from '../../stores/alerts.ts';

// Each function returns the failure, which an alert has shown unless the form shows it, or undefined. Aborting the signal
// cancels the call, so that a late response does not log the user in.

export async function logIn(
  credentials: RequestBody<'login'>,
  options: FormCallOptions,
): Promise<Failure | undefined> {
  return startSessionOf(await call('login', { ...options, body: credentials }));
}

export async function registerAndLogIn(
  registration: RequestBody<'registerUser'>,
  options: FormCallOptions,
): Promise<Failure | undefined> {
  return startSessionOf(await call('registerUser', { ...options, body: registration }));
}

async function startSessionOf(result: Result<LoggedInUser>): Promise<Failure | undefined> {
  if (result.ok) {
    // The forms do not wait for this code. It has loaded now, because it is in one file with the code that sends calls.
    const { startSession } = await import('./session.ts');
    startSession(result.value);
  }
  return failureOf(result, 'Login successful');
}

export async function emailResetCode(email: string, options: FormCallOptions): Promise<Failure | undefined> {
  return failureOf(await call('sendEmailCode', { ...options, body: { email } }), 'Email code sent');
}

export async function resetPassword(
  reset: RequestBody<'recoverPassword'>,
  options: FormCallOptions,
): Promise<Failure | undefined> {
  return failureOf(await call('recoverPassword', { ...options, body: reset }), 'Password reset');
}

function failureOf(result: Result<unknown>, success: string): Failure | undefined {
  if (!result.ok) return result.failure;
  showAlert('success', success);
  return undefined;
}
