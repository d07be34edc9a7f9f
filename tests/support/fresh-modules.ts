import { afterAll, inject, vi } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Every module that some test file replaces with `vi.mock`: the name of a package, or an absolute path. */
    mockedModules: string[];
  }
}

/**
 * Test files that share a process (see vitest.config.ts) share the packages, which are slow to load, and nothing else:
 * every file imports the project's own modules again.
 */
vi.resetModules();
for (const id of inject('mockedModules')) vi.doUnmock(id);

Reflect.deleteProperty(globalThis, 'indexedDB');

afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  // A module that arrived later would bring the modules of this file into the next one.
  await vi.dynamicImportSettled();
});
