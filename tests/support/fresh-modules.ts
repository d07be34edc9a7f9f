import { afterAll, inject, vi } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Every module that some test file replaces with `vi.mock`: the name of a package, or an absolute path. */
    mockedModules: string[];
  }
}

/**
 * Test files that share a process (see vitest.config.ts) share the packages, which are slow to load, and nothing else:
 * every file imports the project's own modules again and finds an empty document and empty storage.
 */
vi.resetModules();
// The first fake timers of a process remember the real ones for good. A file that has replaced them with a stub before
// would stop the time of all later files.
vi.useFakeTimers();
vi.useRealTimers();
for (const id of inject('mockedModules')) vi.doUnmock(id);

Reflect.deleteProperty(globalThis, 'indexedDB');
if (typeof document !== 'undefined') {
  document.body.replaceChildren();
  for (const { name } of [...document.documentElement.attributes])
    document.documentElement.removeAttribute(name);
  for (const { name } of [...document.body.attributes]) document.body.removeAttribute(name);
  for (const name of Object.getOwnPropertyNames(navigator)) Reflect.deleteProperty(navigator, name);
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  afterAll(recordListeners(window));
  afterAll(recordListeners(document, ['selectionchange', 'focus', 'blur']));
  endAfterFile('setTimeout', (timer) => clearTimeout(timer as NodeJS.Timeout));
  endAfterFile('setInterval', (timer) => clearInterval(timer as NodeJS.Timeout));
  endAfterFile('BroadcastChannel', (channel) => (channel as BroadcastChannel).close());
  endAfterFile('MutationObserver', (observer) => (observer as MutationObserver).disconnect());
}

afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  // A dynamic import that is still running would load this file's modules into the module cache of the next file.
  await vi.dynamicImportSettled();
});

/**
 * Listeners that the modules of one file leave behind would react to the events of the next one.
 * @param kept the types of listeners that stay: React and user-event add theirs to the document once for all files
 * @returns removes the listeners that were added in the meantime
 */
function recordListeners(target: Window | Document, kept: readonly string[] = []): () => void {
  const added = new AbortController();
  const add = target.addEventListener;
  target.addEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ) => {
    add.call(target, type, listener, options);
    if (kept.includes(type)) return;
    added.signal.addEventListener('abort', () => target.removeEventListener(type, listener, options));
  };
  return () => {
    target.addEventListener = add;
    added.abort();
  };
}

/** Ends everything that this function or class of the browser has made while the tests of this file ran. */
function endAfterFile(
  name: 'setTimeout' | 'setInterval' | 'BroadcastChannel' | 'MutationObserver',
  end: (made: unknown) => void,
): void {
  const original = globalThis[name];
  const made: unknown[] = [];
  const record = (result: object) => {
    made.push(result);
    return result;
  };
  const recorder = new Proxy(original, {
    apply: (target, self, args) => record(Reflect.apply(target as (...args: never[]) => object, self, args)),
    construct: (target, args) => record(Reflect.construct(target, args)),
  });
  Reflect.set(globalThis, name, recorder);
  afterAll(() => {
    Reflect.set(globalThis, name, original);
    for (const result of made) end(result);
  });
}
