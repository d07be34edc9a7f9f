import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CACHED_AT_HEADER } from '../../src/api/send-call.ts';
import { saveSessionCopy } from '../../src/outbox/worker-storage.ts';
import { deletePrivateCaches } from '../../src/use-cases/storage/private-caches.ts';
import { importFromWorker } from '../support/service-worker.ts';

type Asked = { url: URL; request: Request; sameOrigin: boolean };
type Plugin = {
  cacheKeyWillBeUsed: (how: { request: Request }) => Promise<string>;
  cacheWillUpdate: (how: { request: Request; response: Response }) => Promise<Response | null>;
};

/**
 * The routes and plug-ins that the worker has registered with Workbox. Workbox has its own tests, and browser tests
 * cover the rest.
 */
const registered = vi.hoisted(() => ({
  routes: [] as { matches: unknown; handler: unknown }[],
  denied: [] as RegExp[],
}));
vi.mock('workbox-routing', () => ({
  registerRoute: (matches: unknown, handler?: unknown) => registered.routes.push({ matches, handler }),
  NavigationRoute: class {
    constructor(_handler: unknown, { denylist = [] }: { denylist?: RegExp[] } = {}) {
      registered.denied.push(...denylist);
    }
  },
}));
vi.mock('workbox-precaching', () => ({
  cleanupOutdatedCaches: () => undefined,
  precacheAndRoute: () => undefined,
  createHandlerBoundToURL: () => undefined,
}));
vi.mock('workbox-expiration', () => ({ ExpirationPlugin: class {} }));
vi.mock('workbox-strategies', () => ({
  NetworkFirst: class {
    constructor(readonly options: { cacheName: string; plugins: Plugin[] }) {}
  },
}));

const AOIFE = { token: 'token-a', account: 'aoife@example.ie' };
const BRIAN = { token: 'token-b', account: 'brian@example.ie' };
let matches: (request: Asked) => boolean;
let plugin: Plugin;
let cacheName: string;

beforeAll(async () => {
  const { cachePrivateResponses } = await importFromWorker('private-responses');
  cachePrivateResponses?.();
  const [route] = registered.routes as [
    { matches: typeof matches; handler: { options: { cacheName: string; plugins: Plugin[] } } },
  ];
  matches = route.matches;
  cacheName = route.handler.options.cacheName;
  plugin = route.handler.options.plugins[0] as Plugin;
});
beforeEach(() => saveSessionCopy(AOIFE));

const requestFor = (path: string, token?: string) =>
  new Request(`http://send.test${path}`, token ? { headers: { authorization: `Bearer ${token}` } } : {});
const key = (path: string, token?: string) => plugin.cacheKeyWillBeUsed({ request: requestFor(path, token) });
const cachedResponse = (path: string, token: string | undefined, response: Response) =>
  plugin.cacheWillUpdate({ request: requestFor(path, token), response });

describe('Responses that the worker caches (REL-18)', () => {
  test.each([
    ['/api/orderrequests', true],
    ['/api/orderrequests/7', true],
    ['/api/addresses/send', true],
    ['/api/orders/3f0c4f0e-0000-4000-8000-000000000000/tracking', true],
    ['/api/users', false],
    ['/api/payments', false],
    ['/api/payments/methods', false],
    ['/api/orderrequests/7/payment', false],
    ['/sandbox/checkout/cs_1', false],
  ])('%s: %s', (path, isKept) => {
    const request = requestFor(path);
    expect(matches({ url: new URL(request.url), request, sameOrigin: true })).toBe(isKept);
  });

  test('have another key for another account', async () => {
    const ownKey = await key('/api/orderrequests', AOIFE.token);
    await saveSessionCopy(BRIAN);
    const otherKey = await key('/api/orderrequests', BRIAN.token);
    expect(ownKey).not.toBe(otherKey);
    await saveSessionCopy(AOIFE);
    expect(await key('/api/orderrequests', AOIFE.token)).toBe(ownKey);
  });

  test('are not found after the session has ended', async () => {
    const ownKey = await key('/api/orderrequests', AOIFE.token);
    await saveSessionCopy(undefined);
    expect(await key('/api/orderrequests', AOIFE.token)).not.toBe(ownKey);
    await saveSessionCopy(BRIAN);
    expect(await key('/api/orderrequests', AOIFE.token)).not.toContain(encodeURIComponent(BRIAN.account));
  });

  test('are not stored after a log-out during the request', async () => {
    await saveSessionCopy(undefined);
    expect(await cachedResponse('/api/orderrequests', AOIFE.token, Response.json([]))).toBeNull();
  });

  test('are JSON of our server with a timestamp, and never the page of a captive portal', async () => {
    const response = await cachedResponse('/api/orderrequests', AOIFE.token, Response.json([]));
    expect(Number(response?.headers.get(CACHED_AT_HEADER))).toBeGreaterThan(Date.now() - 60_000);
    const portal = new Response('<html>', { headers: { 'content-type': 'text/html' } });
    expect(await cachedResponse('/api/orderrequests', AOIFE.token, portal)).toBeNull();
    const refused = Response.json({}, { status: 500 });
    expect(await cachedResponse('/api/orderrequests', AOIFE.token, refused)).toBeNull();
  });

  test('are in the cache that a log-out deletes', async () => {
    const deleted: string[] = [];
    vi.stubGlobal('caches', {
      keys: async () => [cacheName, 'tiles'],
      delete: async (name: string) => deleted.push(name) > 0,
    });
    await deletePrivateCaches();
    vi.unstubAllGlobals();
    expect(deleted).toEqual([cacheName]);
  });

  test('include tracking for guests', async () => {
    const path = '/api/orders/3f0c4f0e-0000-4000-8000-000000000000/tracking';
    expect(await cachedResponse(path, undefined, Response.json({}))).not.toBeNull();
    expect(await cachedResponse('/api/orderrequests', undefined, Response.json([]))).toBeNull();
  });
});

test('pages of the server are never replaced by the app (REL-19)', async () => {
  vi.stubGlobal('self', { addEventListener: () => undefined });
  const { precacheApp } = await importFromWorker('precache');
  precacheApp?.([]);
  vi.unstubAllGlobals();
  const isOurs = (path: string) =>
    registered.denied.length > 0 && !registered.denied.some((one) => one.test(path));
  expect(['/', '/deliveries/7/payment', '/apiary', '/tracking'].filter((path) => !isOurs(path))).toEqual([]);
  const theirs = [
    '/api/orderrequests',
    '/sandbox/checkout/1',
    '/webhooks/stripe',
    '/ops',
    '/healthz',
    '/connected.html',
  ];
  expect(theirs.filter(isOurs)).toEqual([]);
});

test('a new worker activates only when the page asks for it (REL-19)', async () => {
  const { activateOnRequest } = await importFromWorker('update');
  const skipWaiting = vi.fn(async () => undefined);
  const self = Object.assign(new EventTarget(), { skipWaiting, clients: { claim: async () => undefined } });
  activateOnRequest?.(self);
  for (const type of ['install', 'activate']) {
    self.dispatchEvent(Object.assign(new Event(type), { waitUntil: () => undefined }));
  }
  self.dispatchEvent(new MessageEvent('message', { data: { type: 'anything' } }));
  expect(skipWaiting).not.toHaveBeenCalled();
  self.dispatchEvent(new MessageEvent('message', { data: { type: 'SKIP_WAITING' } }));
  expect(skipWaiting).toHaveBeenCalledOnce();
});

describe('A read that the worker has answered from its cache', () => {
  type ReadPlugin = {
    requestWillFetch: (how: object) => Promise<Request>;
    cachedResponseWillBeUsed: (how: object) => Promise<Response | null>;
    fetchDidSucceed: (how: object) => Promise<Response>;
    handlerDidComplete: (how: object) => Promise<void>;
  };
  type RequestTimeout = {
    limitReads: ReadPlugin;
    freeConnectionsForSubmits: (scope: EventTarget) => void;
  };
  let scope: EventTarget & { clients: unknown };
  let reads: ReadPlugin;
  /** The ids of the pages that are open. */
  let openPages: Set<string>;
  let freed: Promise<unknown>[];

  beforeEach(async () => {
    vi.useFakeTimers();
    openPages = new Set(['page']);
    freed = [];
    scope = Object.assign(new EventTarget(), {
      clients: { get: async (id: string) => (openPages.has(id) ? { id } : undefined) },
    });
    const timeout = (await importFromWorker('request-timeout')) as unknown as RequestTimeout;
    timeout.freeConnectionsForSubmits(scope);
    reads = timeout.limitReads;
  });
  afterEach(() => vi.useRealTimers());

  async function startRead({ clientId = 'page', isAnswered = true } = {}) {
    const state = {};
    const event = Object.assign(new Event('fetch'), { clientId });
    const { signal } = await reads.requestWillFetch({
      request: requestFor('/api/orderrequests'),
      event,
      state,
    });
    await reads.cachedResponseWillBeUsed({
      cachedResponse: isAnswered ? Response.json([]) : undefined,
      state,
    });
    return {
      signal,
      respond: () => reads.fetchDidSucceed({ response: Response.json([]), state }),
      complete: () => reads.handlerDidComplete({ state }),
    };
  }
  async function sendFromPage(method: string) {
    const request = new Request('http://send.test/api', { method });
    const waitUntil = (work: Promise<unknown>) => void freed.push(work);
    scope.dispatchEvent(Object.assign(new Event('fetch'), { request, waitUntil }));
    await Promise.all(freed);
  }

  test('continues for a minute, because it is only slow (CAL-02)', async () => {
    const read = await startRead();
    vi.advanceTimersByTime(59_000);
    expect(read.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1000);
    expect(read.signal.aborted).toBe(true);
  });

  test('gives its connection to a submit if the page has a cached response (CAL-02)', async () => {
    const cachedRead = await startRead();
    const awaited = await startRead({ isAnswered: false });
    const ended = await startRead();
    await ended.respond();
    await sendFromPage('GET');
    expect(cachedRead.signal.aborted).toBe(false);
    await sendFromPage('POST');
    expect([cachedRead, awaited, ended].map(({ signal }) => signal.aborted)).toEqual([true, false, false]);
  });

  test('ends when a newer worker is to take over, because a worker with running reads is not replaced (REL-19)', async () => {
    const arriving = await startRead({ isAnswered: false });
    await arriving.respond();
    const complete = await startRead({ isAnswered: false });
    await complete.respond();
    await complete.complete();
    const all = [await startRead(), await startRead({ isAnswered: false }), arriving, complete];
    const { activateOnRequest } = (await importFromWorker('update')) as unknown as {
      activateOnRequest: (scope: EventTarget) => void;
    };
    activateOnRequest(scope);
    scope.dispatchEvent(new MessageEvent('message', { data: { type: 'PREPARE_TO_END' } }));
    expect(all.map(({ signal }) => signal.aborted)).toEqual([true, true, true, false]);
  });

  test('continues as long as its response arrives, if no page has a cached one', async () => {
    const arriving = await startRead({ isAnswered: false });
    await arriving.respond();
    vi.advanceTimersByTime(600_000);
    expect(arriving.signal.aborted).toBe(false);
    await sendFromPage('POST');
    expect(arriving.signal.aborted).toBe(false);
  });

  test('gives its connection to a submit if its page is gone (REL-02)', async () => {
    const open = await startRead({ isAnswered: false });
    const gone = await startRead({ clientId: 'closed page', isAnswered: false });
    await sendFromPage('POST');
    expect([open, gone].map(({ signal }) => signal.aborted)).toEqual([false, true]);
  });
});
