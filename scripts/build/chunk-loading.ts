import { join } from 'node:path';
import type { Plugin } from 'vite';

const PRELOAD_HELPER = '\0vite/preload-helper.js';

/** Replaces the code of Vite that loads the files of a dynamic import by src/startup/load-chunk.ts, which says why. */
export function chunkLoading(root: string): Plugin {
  const file = join(root, 'src/startup/load-chunk.ts');
  return {
    name: 'send:chunk-loading',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      id === PRELOAD_HELPER
        ? `export { loadChunk as __vitePreload } from ${JSON.stringify(file)};`
        : undefined,
  };
}
