import type { Failure, Result } from '../../api/failure.ts';
import { login, recoverPassword, registerUser, sendEmailCode } from '../../api/users.ts';
import type { LoggedInUser } from '../../contract/user.ts';
import { showAlert } from '../../stores/alerts.ts';
import { startSession } from './session.ts';

// Each function returns the failure, which the API client has shown, or undefined. Aborting the signal cancels the
// call, so that a late response does not log the person in.

export async function logIn(
  credentials: Parameters<typeof login>[0],
  signal: AbortSignal,
): Promise<Failure | undefined> {
  return startSessionOf(await login(credentials, signal));
}

export async function registerAndLogIn(
  registration: Parameters<typeof registerUser>[0],
  signal: AbortSignal,
): Promise<Failure | undefined> {
  return startSessionOf(await registerUser(registration, signal));
}

function startSessionOf(result: Result<LoggedInUser>): Failure | undefined {
  if (!result.ok) return result.failure;
  startSession(result.value);
  showAlert('success', 'Login successful');
  return undefined;
}

export async function mailResetCode(email: string, signal: AbortSignal): Promise<Failure | undefined> {
  const sent = await sendEmailCode(email, signal);
  if (!sent.ok) return sent.failure;
  showAlert('success', 'Email code sent');
  return undefined;
}

export async function resetPassword(
  reset: Parameters<typeof recoverPassword>[0],
  signal: AbortSignal,
): Promise<Failure | undefined> {
  const result = await recoverPassword(reset, signal);
  if (!result.ok) return result.failure;
  showAlert('success', 'Password reset');
  return undefined;
}
