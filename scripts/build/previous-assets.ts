import { cpSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const RETENTION_MS = 14 * 24 * 3600_000;

/**
 * Before a build empties its folder, moves the assets of the build before it to dist/previous: tabs that are
 * open across a deploy still ask for them.
 */
export function retainPreviousAssets(dist: string): Plugin {
  return {
    name: 'keep-previous-assets',
    apply: 'build',
    buildStart() {
      const assets = join(dist, 'client', 'assets');
      const previous = join(dist, 'previous', 'assets');
      if (!existsSync(assets)) return;
      cpSync(assets, previous, { recursive: true, preserveTimestamps: true });
      for (const name of readdirSync(previous)) {
        const path = join(previous, name);
        if (Date.now() - statSync(path).mtimeMs > RETENTION_MS) rmSync(path, { recursive: true });
      }
    },
  };
}
