import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { COMMON_PASSWORD_COUNT, PASSWORD_MIN_LENGTH } from '../src/contract/constants.ts';

const require = createRequire(import.meta.url);

/** The page fetches the first to explain; the server reads the second to refuse. */
export const COMMON_PASSWORD_FILES = [
  'src/use-cases/session/common-passwords.generated.txt',
  'server/accounts/lists/common-passwords.generated.txt',
];

/**
 * The commonest passwords that are long enough to be chosen, in small letters, one to a line. The package has
 * them by how often they occur; ours are in alphabetical order, which compresses better.
 */
export function serializeCommonPasswords(): string {
  const byFrequency = v.parse(v.array(v.string()), require('@zxcvbn-ts/language-common/src/passwords.json'));
  const possible = byFrequency
    .map((password) => password.toLowerCase())
    .filter((password) => password.length >= PASSWORD_MIN_LENGTH);
  return `${[...new Set(possible)].slice(0, COMMON_PASSWORD_COUNT).sort().join('\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const path of COMMON_PASSWORD_FILES) writeFileSync(path, serializeCommonPasswords());
}
