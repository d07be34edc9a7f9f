import { COMMON_PASSWORDS, PASSWORD_MIN_LENGTH, READ_ATTEMPT_MS } from '../contract/constants.ts';
import { isPasswordPattern } from '../domain/password-pattern.ts';
import listUrl from './common-passwords.generated.txt?url';

let loading: Promise<ReadonlySet<string>> | undefined;

/**
 * Whether somebody would guess this password at once (AUT-09). It never leaves the device: the list comes here,
 * once, and only when it is needed. Where it cannot be fetched nobody is warned of what only the list knows.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  if (password.length < PASSWORD_MIN_LENGTH) return false;
  // The list's makers leave patterns out, for they find them by rules too.
  if (isPasswordPattern(password)) return true;
  loading ??= fetchList();
  try {
    return (await loading).has(password.toLowerCase());
  } catch {
    // The next password tries again.
    loading = undefined;
    return false;
  }
}

// Not imported as code: a file of code that cannot be had loads the page anew, and with it goes what was typed.
async function fetchList(): Promise<ReadonlySet<string>> {
  const answer = await fetch(listUrl, { signal: AbortSignal.timeout(READ_ATTEMPT_MS) });
  const list = new Set((await answer.text()).trim().split('\n'));
  if (list.size !== COMMON_PASSWORDS) throw new Error('This is not the list');
  return list;
}
