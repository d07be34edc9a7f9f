import { COMMON_PASSWORD_COUNT, PASSWORD_MIN_LENGTH, READ_TIMEOUT_MS } from '../../contract/constants.ts';
import { isPasswordPattern } from '../../domain/password-pattern.ts';
import listUrl from './common-passwords.generated.txt?url';

let passwordList: Promise<ReadonlySet<string>> | undefined;

/**
 * Whether a password is common and easy to guess (AUT-09). The password never leaves the device: the page fetches
 * the list of common passwords, once and only when needed. If the list cannot be fetched, the check is skipped.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  if (password.length < PASSWORD_MIN_LENGTH) return false;
  // The list contains no patterns such as repetitions and sequences; a rule detects them.
  if (isPasswordPattern(password)) return true;
  passwordList ??= fetchPasswordList();
  try {
    return (await passwordList).has(password.toLowerCase());
  } catch {
    // The next check fetches the list again.
    passwordList = undefined;
    return false;
  }
}

// The list is fetched and not imported as a module, because a module that fails to load reloads the page, which
// would clear the form.
async function fetchPasswordList(): Promise<ReadonlySet<string>> {
  const response = await fetch(listUrl, { signal: AbortSignal.timeout(READ_TIMEOUT_MS) });
  const list = new Set((await response.text()).trim().split('\n'));
  if (list.size !== COMMON_PASSWORD_COUNT)
    throw new Error('The response is not the list of common passwords');
  return list;
}
