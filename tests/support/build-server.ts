import { rmSync } from 'node:fs';
import { build } from 'vite';
import { BUILT_SERVER_DIR } from './built-program.ts';

/**
 * vitest's global set-up of the `server` project: builds the server once, as a deployment does. Each process that a
 * test starts from the source would compile it again, which takes more processor time than most tests.
 */
export default async function setup(): Promise<() => void> {
  await build({
    configFile: 'server/vite.config.ts',
    logLevel: 'error',
    build: { outDir: BUILT_SERVER_DIR, sourcemap: false, reportCompressedSize: false },
  });
  return () => rmSync(BUILT_SERVER_DIR, { recursive: true, force: true });
}
