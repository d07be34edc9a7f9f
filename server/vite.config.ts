import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { copyPreparedDatabase } from '../scripts/build/copy-prepared-database.ts';

const root = join(import.meta.dirname, '..');

/** Folders that the server reads at run time, beside the bundle under their own names. */
const READ_AT_RUN_TIME = ['db/migrations', 'sandbox/assets', 'accounts/workers', '../src/contract/lists'];

/** The programs of a deployment, by the name of their file in dist/server. */
const PROGRAMS = {
  main: 'main.ts',
  migrate: 'db/run-migrations.ts',
  ops: 'ops/cli.ts',
  'stripe-check': 'ops/stripe-check.ts',
  gazetteer: 'places/import-gazetteer.ts',
  backup: 'db/run-backup.ts',
  restore: 'db/run-restore.ts',
  'prepare-start': '../scripts/prepare-start.ts',
};

/** Packages of many small files, which are bundled because Node takes long to find and read each file. */
const BUNDLED = [
  /^drizzle-orm/,
  /^hono/,
  /^@hono\//,
  /^csv-parse/,
  'valibot',
  '@valibot/to-json-schema',
  'dayjs',
  'ipaddr.js',
  'stripe',
];

/** The tests build the server into another directory. */
let outDir = '';

/** The server and its command line tools for Node; most packages stay in node_modules. */
export default defineConfig({
  root,
  publicDir: false,
  ssr: { noExternal: BUNDLED },
  plugins: [
    {
      name: 'server-files',
      configResolved(config) {
        outDir = join(config.root, config.build.outDir);
      },
      async closeBundle() {
        for (const folder of READ_AT_RUN_TIME) {
          const name = folder.slice(folder.lastIndexOf('/') + 1);
          cpSync(join(import.meta.dirname, folder), join(outDir, name), { recursive: true });
        }
        await copyPreparedDatabase(join(outDir, 'prepared'));
      },
    },
  ],
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    rollupOptions: {
      input: Object.fromEntries(
        Object.entries(PROGRAMS).map(([name, file]) => [name, join(import.meta.dirname, file)]),
      ),
      // Beside the programs, because the code finds migrations and assets relative to its own file.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
