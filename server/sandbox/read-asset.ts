import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// The build copies the folder beside the bundle, so the same relative path works in both places.
const DIRECTORY = join(import.meta.dirname, 'assets');

/** Reads a style sheet or a script of the sandbox. */
export function readAsset(name: string): string {
  return readFileSync(join(DIRECTORY, name), 'utf8');
}
