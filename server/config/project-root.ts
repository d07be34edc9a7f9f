import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder with package.json, wherever this code runs from: its source, or the bundle in dist/server. */
export function findProjectRoot(from = import.meta.dirname): string {
  return existsSync(join(from, 'package.json')) || dirname(from) === from
    ? from
    : findProjectRoot(dirname(from));
}
