import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Unexpected console output fails a test: see tests/support/fail-on-console.ts. */
const quiet = ['tests/support/fail-on-console.ts'];

/**
 * The files of tests/unit and of tests/server share a process and its packages, because loading packages takes a large
 * part of the time. fresh-modules.ts separates the files.
 */
const shared = {
  isolate: false,
  // fresh-modules.ts must run first, because it discards the modules and mocks that are loaded before it.
  sequence: { setupFiles: 'list' as const },
  provide: { mockedModules: findMockedModules() },
};
const fresh = ['tests/support/fresh-modules.ts'];

/** The paths of the modules that any of these files replaces. None of them replaces a package. */
function findMockedModules(): string[] {
  const mocked = ['tests/unit', 'tests/server'].flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.test.ts'))
      .flatMap((file) => {
        const source = readFileSync(join(folder, file), 'utf8');
        return [...source.matchAll(/vi\.mock\(\s*'(\.[^']+)'/g)].map(([, path = '']) =>
          join(import.meta.dirname, folder, path),
        );
      }),
  );
  return [...new Set(mocked)];
}

/** Its files import each other without endings, which Node alone does not follow. */
const inlined = { deps: { inline: ['leaflet-geosearch'] } };

/** On a busy machine the usual second is too short for what a test waits for. */
const patient = { poll: { timeout: 10_000 } };

export default defineConfig({
  test: {
    // By default one core is left free, which on two cores halves the speed.
    maxWorkers: '100%',
    projects: [
      { test: { name: 'architecture', include: ['tests/architecture.test.ts'], environment: 'node' } },
      {
        test: {
          name: 'budgets',
          include: ['tests/budgets.test.ts', 'tests/programs.test.ts'],
          environment: 'node',
        },
      },
      {
        test: {
          name: 'unit',
          ...shared,
          expect: patient,
          include: ['tests/unit/**/*.test.ts'],
          environment: 'node',
          // Some tests read the whole source code, which takes long on a busy machine.
          testTimeout: 20_000,
          setupFiles: [...fresh, ...quiet],
          server: inlined,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'component',
          expect: patient,
          include: ['tests/component/**/*.test.tsx'],
          environment: 'happy-dom',
          testTimeout: 60_000,
          server: inlined,
          setupFiles: [...quiet, 'tests/support/setup-components.ts', 'tests/component/visible-matcher.ts'],
        },
      },
      {
        test: {
          name: 'server',
          ...shared,
          expect: patient,
          include: ['tests/server/**/*.test.ts'],
          environment: 'node',
          setupFiles: [...fresh, 'tests/support/cheap-passwords.ts'],
          globalSetup: ['tests/support/postgres.ts', 'tests/support/build-server.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'hostile',
          expect: patient,
          include: ['tests/hostile/**/*.test.ts'],
          environment: 'node',
          setupFiles: ['tests/support/cheap-passwords.ts'],
          globalSetup: ['tests/support/postgres.ts'],
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'offline',
          expect: patient,
          include: ['tests/offline/**/*.test.ts'],
          environment: 'node',
          testTimeout: 20_000,
          server: inlined,
          setupFiles: [...quiet, 'tests/support/fake-indexeddb.ts'],
        },
      },
    ],
  },
});
