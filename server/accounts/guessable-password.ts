import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isGuessablePassword } from '../../src/contract/guessable-password.ts';
import { invalidFieldError } from '../http/api-error.ts';

/** The build copies the list beside the bundle. */
const PLACES = ['lists', '../../src/contract/lists'].map((folder) =>
  join(import.meta.dirname, folder, 'common-passwords.generated.txt'),
);

let common: ReadonlySet<string> | undefined;

/**
 * Rejects a new password that is easy to guess. The page explains this before it sends anything; the server decides.
 * @throws ApiError 400 for the field
 */
export function rejectGuessablePassword(password: string, field: string): void {
  common ??= new Set(
    readFileSync(PLACES.find(existsSync) ?? '', 'utf8')
      .trim()
      .split('\n'),
  );
  if (isGuessablePassword(password, common)) {
    throw invalidFieldError(field, 'This password is too easy to guess. Please choose a different one.');
  }
}
