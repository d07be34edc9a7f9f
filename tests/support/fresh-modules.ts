import { afterAll, inject, vi } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The absolute path of every module that a file of tests/unit or tests/server replaces with `vi.mock`. */
    mockedModules: string[];
  }
}

/**
 * Test files that share a process (see vitest.config.ts) share the packages, which are slow to load, and nothing else:
 * every file imports the project's own modules again.
 */
vi.resetModules();
for (const id of inject('mockedModules')) vi.doUnmock(id);

afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  // A dynamic import that is still running would load this file's modules into the module cache of the next file.
  await vi.dynamicImportSettled();
});
