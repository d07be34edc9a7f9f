import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { compressFolder } from '../scripts/build/compress.ts';
import { prerenderPages } from '../scripts/build/prerender.ts';

const root = join(import.meta.dirname, '..');
const outDir = join(root, 'dist/server');

/** Folders that the server reads at run time, beside the bundle under their own names. */
const READ_AT_RUN_TIME = ['db/migrations', 'sandbox/assets'];

/** One file for Node; packages stay in node_modules. Runs after the page's build, whose public pages it renders
 * and whose files it compresses. */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [
    {
      name: 'server-files',
      async closeBundle() {
        for (const folder of READ_AT_RUN_TIME) {
          const name = folder.slice(folder.lastIndexOf('/') + 1);
          cpSync(join(import.meta.dirname, folder), join(outDir, name), { recursive: true });
        }
        const client = join(root, 'dist/client');
        if (!existsSync(client)) return;
        await prerenderPages(root, client);
        compressFolder(client);
      },
    },
  ],
  build: {
    ssr: join(import.meta.dirname, 'main.ts'),
    outDir,
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    rollupOptions: { output: { entryFileNames: 'main.js', codeSplitting: false } },
  },
});
