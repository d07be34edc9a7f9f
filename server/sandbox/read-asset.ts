import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// The build copies the folder beside the bundle, so the same words find it in both places.
const DIRECTORY = join(import.meta.dirname, 'assets');

/** One of the sandbox's style sheets or scripts. */
export function readAsset(name: string): string {
  return readFileSync(join(DIRECTORY, name), 'utf8');
}
