import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { invalidFieldError } from '../http/api-error.ts';

// The build copies the folder beside the bundle, so the path is the same in both places.
const LIST = join(import.meta.dirname, 'lists/common-passwords.generated.txt');

let common: ReadonlySet<string> | undefined;

/**
 * Refuses one of the 3,000 commonest passwords. The page explains this before it sends anything; the server
 * decides.
 * @throws ApiError 400 for the field
 */
export function refuseCommonPassword(password: string, field: string): void {
  common ??= new Set(readFileSync(LIST, 'utf8').trim().split('\n'));
  if (common.has(password.toLowerCase())) {
    throw invalidFieldError(field, 'This password is too common. Please choose another.');
  }
}
