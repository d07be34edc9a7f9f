import { expect } from 'vitest';

/**
 * Imports a module of the service worker. The path is computed, so that TypeScript does not follow it: the worker
 * compiles with its own settings.
 */
export function importFromWorker(file: string): Promise<Record<string, (...given: unknown[]) => void>> {
  return import(`../../sw/${file}.ts`);
}

/** Calls a function of a module of the service worker, for example one that adds its listeners. */
export async function runInWorker(file: string, name: string): Promise<void> {
  const run = (await importFromWorker(file))[name];
  if (run === undefined) throw new Error(`sw/${file}.ts does not export ${name}`);
  run();
}

/** Dispatches an ExtendableEvent and waits for the work that its listeners pass to `waitUntil`. */
export async function dispatchExtendableEvent(
  worker: EventTarget,
  type: string,
  properties: object = {},
): Promise<void> {
  const work: Promise<unknown>[] = [];
  const waitUntil = (promise: Promise<unknown>) => void work.push(promise);
  worker.dispatchEvent(Object.assign(new Event(type), { waitUntil, ...properties }));
  expect(work.length).toBeGreaterThan(0);
  await Promise.all(work);
}
