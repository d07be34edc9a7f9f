import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { COMMON_PASSWORD_COUNT, PASSWORD_MIN_LENGTH } from '../src/contract/constants.ts';

const require = createRequire(import.meta.url);

/** The page fetches it to warn while typing; the server reads it to reject a password. */
export const COMMON_PASSWORDS_FILE = 'src/contract/lists/common-passwords.generated.txt';

/**
 * The most common passwords that are long enough to be accepted, in lower case, one per line. The package lists them by
 * frequency; ours are in alphabetical order, which compresses better.
 */
export function serializeCommonPasswords(): string {
  const byFrequency = v.parse(v.array(v.string()), require('@zxcvbn-ts/language-common/src/passwords.json'));
  const possible = byFrequency
    .map((password) => password.toLowerCase())
    .filter((password) => password.length >= PASSWORD_MIN_LENGTH);
  return `${[...new Set(possible)].slice(0, COMMON_PASSWORD_COUNT).sort().join('\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(COMMON_PASSWORDS_FILE, serializeCommonPasswords());
}
