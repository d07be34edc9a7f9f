import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { build } from 'vite';
import { BUILT_SERVER_VARIABLE } from './built-program.ts';

/** Inside of node_modules, because the programs load their packages from there. */
const CACHE = 'node_modules/.cache';

/**
 * vitest's global set-up of the `server` project: builds the server once, as a deployment does. Each process that a
 * test starts from the source would compile it again, which takes more processor time than most tests. Every run has
 * a directory of its own, because the mutation tests run several copies of the sources at once.
 */
export default async function setup(): Promise<() => void> {
  mkdirSync(CACHE, { recursive: true });
  const outDir = mkdtempSync(`${CACHE}/test-server-`);
  await build({
    configFile: 'server/vite.config.ts',
    logLevel: 'error',
    build: { outDir, sourcemap: false, reportCompressedSize: false },
  });
  // The workers that run the tests inherit the environment.
  process.env[BUILT_SERVER_VARIABLE] = outDir;
  return () => rmSync(outDir, { recursive: true, force: true });
}
