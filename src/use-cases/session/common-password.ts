import { COMMON_PASSWORD_COUNT, PASSWORD_MIN_LENGTH, READ_TIMEOUT_MS } from '../../contract/constants.ts';
import { isPasswordPattern } from '../../domain/password-pattern.ts';
import listUrl from './common-passwords.generated.txt?url';

let passwordList: Promise<ReadonlySet<string>> | undefined;

/**
 * Whether somebody would guess this password at once (AUT-09). It never leaves the device: the list comes here,
 * once, and only when it is needed. Where it cannot be fetched nobody is warned of what only the list knows.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  if (password.length < PASSWORD_MIN_LENGTH) return false;
  // The list's makers leave patterns out, for they find them by rules too.
  if (isPasswordPattern(password)) return true;
  passwordList ??= fetchPasswordList();
  try {
    return (await passwordList).has(password.toLowerCase());
  } catch {
    // The next password tries again.
    passwordList = undefined;
    return false;
  }
}

// Not imported as code: a file of code that cannot be had loads the page anew, and with it goes what was typed.
async function fetchPasswordList(): Promise<ReadonlySet<string>> {
  const response = await fetch(listUrl, { signal: AbortSignal.timeout(READ_TIMEOUT_MS) });
  const list = new Set((await response.text()).trim().split('\n'));
  if (list.size !== COMMON_PASSWORD_COUNT) throw new Error('This is not the list');
  return list;
}
