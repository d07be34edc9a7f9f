import type { FormCallOptions } from '../../api/call.ts';
import type { Failure, Result } from '../../api/failure.ts';
import { login, recoverPassword, registerUser, sendEmailCode } from '../../api/users.ts';
import type { LoggedInUser } from '../../contract/user.ts';
import { showAlert } from '../../stores/alerts.ts';

// Each function returns the failure, which an alert has shown unless the form shows it, or undefined. Aborting the signal
// cancels the call, so that a late response does not log the person in.

export async function logIn(
  credentials: Parameters<typeof login>[0],
  options: FormCallOptions,
): Promise<Failure | undefined> {
  return startSessionOf(await login(credentials, options));
}

export async function registerAndLogIn(
  registration: Parameters<typeof registerUser>[0],
  options: FormCallOptions,
): Promise<Failure | undefined> {
  return startSessionOf(await registerUser(registration, options));
}

async function startSessionOf(result: Result<LoggedInUser>): Promise<Failure | undefined> {
  if (!result.ok) return result.failure;
  // The forms do not wait for this code. It has loaded now, because it is in one file with the code that sends calls.
  const { startSession } = await import('./session.ts');
  startSession(result.value);
  showAlert('success', 'Login successful');
  return undefined;
}

export async function mailResetCode(email: string, options: FormCallOptions): Promise<Failure | undefined> {
  const sent = await sendEmailCode(email, options);
  if (!sent.ok) return sent.failure;
  showAlert('success', 'Email code sent');
  return undefined;
}

export async function resetPassword(
  reset: Parameters<typeof recoverPassword>[0],
  options: FormCallOptions,
): Promise<Failure | undefined> {
  const result = await recoverPassword(reset, options);
  if (!result.ok) return result.failure;
  showAlert('success', 'Password reset');
  return undefined;
}
