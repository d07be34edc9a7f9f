import { READ_TIMEOUT_MS } from '../../api/timing.ts';
import { COMMON_PASSWORD_COUNT, PASSWORD_MIN_LENGTH } from '../../contract/constants.ts';
import { PASSWORD_TOO_EASY } from '../../contract/errors.ts';
import { isGuessablePassword } from '../../contract/guessable-password.ts';
import listUrl from '../../contract/lists/common-passwords.generated.txt?url';

let passwordList: Promise<ReadonlySet<string>> | undefined;

/**
 * Whether a password is common and easy to guess (AUT-09). The password never leaves the device: the page fetches
 * the list of common passwords, once and only when needed. If the list cannot be fetched, the check is skipped.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  if (password.length < PASSWORD_MIN_LENGTH) return false;
  // Repetitions and sequences need no list.
  if (isGuessablePassword(password)) return true;
  passwordList ??= fetchPasswordList();
  try {
    return isGuessablePassword(password, await passwordList);
  } catch {
    // The next check fetches the list again.
    passwordList = undefined;
    return false;
  }
}

/** What is wrong with a new password that the server would reject (AUT-09). */
export async function warnOfPassword(password: string): Promise<string | undefined> {
  return (await isCommonPassword(password)) ? PASSWORD_TOO_EASY : undefined;
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
