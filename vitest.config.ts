import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Unexpected console output fails a test: see tests/support/fail-on-console.ts. */
const quiet = ['tests/support/fail-on-console.ts'];

/**
 * The files of these suites share a process and its packages, because loading packages takes half of the time.
 * fresh-modules.ts separates the files.
 */
const shared = {
  isolate: false,
  // fresh-modules.ts must run first, because it discards the modules and mocks that are loaded before it.
  sequence: { setupFiles: 'list' as const },
  provide: { mockedModules: findMockedModules() },
};
const fresh = ['tests/support/fresh-modules.ts'];

/** The modules that any test file replaces: packages by name, and modules of the project by path. */
function findMockedModules(): string[] {
  const files = readdirSync('tests', { recursive: true, encoding: 'utf8' });
  const mocked = files
    .filter((file) => /\.test\.tsx?$/.test(file))
    .flatMap((file) => {
      const source = readFileSync(join('tests', file), 'utf8');
      return [...source.matchAll(/vi\.mock\(\s*'([^']+)'/g)].map(([, id = '']) =>
        id.startsWith('.') ? join(import.meta.dirname, 'tests', dirname(file), id) : id,
      );
    });
  return [...new Set(mocked)];
}

/** Its files import each other without endings, which Node alone does not follow. */
const inlined = { deps: { inline: ['leaflet-geosearch'] } };

/** On a busy machine the usual second is too short for what a test waits for. */
const patient = { poll: { timeout: 120_000 } };

/** V8 optimizes PGlite's functions later, as in server/db/open-database.ts, which takes a tenth less processor time. */
const embedded = { execArgv: ['--wasm-tiering-budget=200000000'] };

/** No test measures time with these limits: they end tests that hang. Restoring backups takes over a minute on a busy machine. */
const limits = { testTimeout: 300_000, hookTimeout: 300_000 };

export default defineConfig({
  test: {
    // By default one core is left free, which on two cores halves the speed.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'architecture',
          include: ['tests/architecture.test.ts', 'tests/project-files.test.ts'],
          environment: 'node',
        },
      },
      {
        test: {
          name: 'budgets',
          include: ['tests/budgets.test.ts', 'tests/programs.test.ts'],
          environment: 'node',
          ...limits,
        },
      },
      {
        test: {
          name: 'unit',
          ...shared,
          expect: patient,
          include: ['tests/unit/**/*.test.ts'],
          environment: 'node',
          ...limits,
          setupFiles: [...fresh, ...quiet],
          server: inlined,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'component',
          ...shared,
          expect: patient,
          include: ['tests/component/**/*.test.tsx'],
          environment: 'happy-dom',
          ...limits,
          server: inlined,
          setupFiles: [
            ...fresh,
            ...quiet,
            'tests/support/setup-components.ts',
            'tests/component/visible-matcher.ts',
          ],
        },
      },
      {
        test: {
          name: 'server',
          ...shared,
          ...embedded,
          expect: patient,
          include: ['tests/server/**/*.test.ts'],
          environment: 'node',
          setupFiles: [...fresh, 'tests/support/cheap-passwords.ts'],
          globalSetup: ['tests/support/postgres.ts', 'tests/support/build-server.ts'],
          ...limits,
        },
      },
      {
        test: {
          name: 'hostile',
          ...embedded,
          expect: patient,
          include: ['tests/hostile/**/*.test.ts'],
          environment: 'node',
          setupFiles: ['tests/support/cheap-passwords.ts'],
          globalSetup: ['tests/support/postgres.ts'],
          ...limits,
        },
      },
      {
        test: {
          name: 'offline',
          expect: patient,
          include: ['tests/offline/**/*.test.ts'],
          environment: 'node',
          ...limits,
          server: inlined,
          setupFiles: [...quiet, 'tests/support/fake-indexeddb.ts'],
        },
      },
    ],
  },
});
