import { createHash } from 'node:crypto';
import { vi } from 'vitest';
import { importFromWorker } from './service-worker.ts';

export const ORIGIN = 'http://send.test';

type Key = string | { url: string };
const urlOf = (key: Key) => new URL(typeof key === 'string' ? key : key.url, ORIGIN).href;

/** Stores bytes, as a browser does: a response whose body fails is not stored. */
class FakeCache {
  constructor(private readonly storage: FakeCacheStorage) {}
  readonly entries = new Map<string, { body: ArrayBuffer; headers: Headers }>();

  async put(key: Key, response: Response): Promise<void> {
    const body = await response.arrayBuffer();
    await this.storage.beforePut();
    this.entries.delete(urlOf(key));
    this.entries.set(urlOf(key), { body, headers: response.headers });
  }
  async match(key: Key): Promise<Response | undefined> {
    const entry = this.entries.get(urlOf(key));
    return entry && new Response(entry.body, { headers: entry.headers });
  }
  async keys(): Promise<{ url: string }[]> {
    return [...this.entries.keys()].map((url) => ({ url }));
  }
  async delete(key: Key): Promise<boolean> {
    return this.entries.delete(urlOf(key));
  }
}

class FakeCacheStorage {
  readonly byName = new Map<string, FakeCache>();
  beforePut: () => Promise<unknown> = async () => undefined;

  async open(name: string): Promise<FakeCache> {
    const cache = this.byName.get(name) ?? new FakeCache(this);
    this.byName.set(name, cache);
    return cache;
  }
  async match(key: Key): Promise<Response | undefined> {
    for (const cache of this.byName.values()) {
      const found = await cache.match(key);
      if (found) return found;
    }
    return undefined;
  }
  async keys(): Promise<string[]> {
    return [...this.byName.keys()];
  }
  async delete(name: string): Promise<boolean> {
    return this.byName.delete(name);
  }
  /** Everything that is stored: keys and bodies. */
  async text(): Promise<string> {
    const entries = [...this.byName.values()].flatMap((cache) => [...cache.entries]);
    return entries.map(([url, { body }]) => `${url} ${Buffer.from(body).toString('latin1')}`).join('\n');
  }
}

export type Fetched = { path: string; cache: RequestCache | undefined };
export type Network = (fetched: Fetched) => Response | Promise<Response>;

export const offline: Network = () => Promise.reject(new TypeError('Failed to fetch'));

/** A browser's surroundings of a worker: its scope, its caches and its network. */
export function fakeBrowser() {
  const caches = new FakeCacheStorage();
  const browser = { caches, network: offline };
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('fetch', async (request: string | Request, init: RequestInit = {}) => {
    const { pathname } = new URL(typeof request === 'string' ? request : request.url, ORIGIN);
    return browser.network({ path: pathname, cache: init.cache });
  });
  return browser;
}

/** Runs functions of the worker's modules in a scope of their own. */
export async function startWorker(...calls: [module: string, name: string, ...given: unknown[]][]) {
  const scope = Object.assign(new EventTarget(), {
    location: new URL(ORIGIN),
    skipWaiting: vi.fn(async () => undefined),
  });
  vi.stubGlobal('self', scope);
  for (const [module, name, ...given] of calls) {
    const run = (await importFromWorker(module))[name];
    if (run === undefined) throw new Error(`sw/${module}.ts does not export ${name}`);
    run(...given);
  }

  async function dispatch(type: string, properties: object = {}): Promise<void> {
    const work: Promise<unknown>[] = [];
    const waitUntil = (promise: Promise<unknown>) => void work.push(promise);
    scope.dispatchEvent(Object.assign(new Event(type), { waitUntil, ...properties }));
    await Promise.all(work);
  }

  /** Returns what the page gets; undefined if the worker leaves the request to the browser. */
  async function request(
    path: string,
    { mode = 'cors', destination = '', token }: { mode?: string; destination?: string; token?: string } = {},
  ): Promise<{ type: string; text: string } | undefined> {
    const headers = new Headers(token === undefined ? {} : { authorization: `Bearer ${token}` });
    const { signal } = new AbortController();
    const url = new URL(path, ORIGIN).href;
    let response: Promise<Response> | undefined;
    const respondWith = (promise: Promise<Response>) => {
      response = promise;
    };
    const work: Promise<unknown>[] = [];
    const event = Object.assign(new Event('fetch'), {
      request: { url, method: 'GET', mode, destination, headers, signal },
      clientId: 'page',
      respondWith,
      waitUntil: (promise: Promise<unknown>) => void work.push(promise),
    });
    scope.dispatchEvent(event);
    if (response === undefined) return undefined;
    const outcome = await response.then(
      async (arrived) => ({ type: arrived.type, text: await arrived.text().catch(() => 'incomplete') }),
      () => ({ type: 'error', text: '' }),
    );
    await Promise.all(work);
    return outcome;
  }
  return { scope, dispatch, request };
}

/** The list that the build inserts into the worker. */
export function listFiles(contents: Record<string, string>): { url: string; revision: string }[] {
  return Object.entries(contents).map(([url, content]) => ({
    url,
    revision: createHash('sha256').update(content).digest('hex').slice(0, 16),
  }));
}
