import { cpSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const RETENTION_MS = 14 * 24 * 3600_000;

/**
 * Moves the assets of the previous build to dist/previous before a build empties its folder, because tabs that stay
 * open during a deployment still request them.
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
