import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CACHED_AT_HEADER } from '../../src/api/send-call.ts';
import { EMPTY_PAGE } from '../../src/contract/pages.ts';
import { PRIVATE_CACHE } from '../../src/device/caches.ts';
import { saveSessionCopy } from '../../src/device/worker-copies.ts';
import { deletePrivateCaches } from '../../src/use-cases/storage/device-storage.ts';
import { importFromWorker } from '../support/service-worker.ts';
import { fakeBrowser, ORIGIN, offline, startWorker } from '../support/worker-environment.ts';

const AOIFE = { token: 'token-a', account: 'aoife@example.ie' };
const BRIAN = { token: 'token-b', account: 'brian@example.ie' };
const trackingPath = (n: number) =>
  `/api/orders/3f0c4f0e-0000-4000-8000-${String(n).padStart(12, '0')}/tracking`;

describe('Responses that the worker caches (REL-18)', () => {
  let browser: ReturnType<typeof fakeBrowser>;
  let worker: Awaited<ReturnType<typeof startWorker>>;
  beforeEach(async () => {
    await saveSessionCopy(AOIFE);
    browser = fakeBrowser();
    browser.network = ({ path }) =>
      Response.json(path.endsWith('/tracking') ? { id: 1, guid: path.split('/')[3], status: 1 } : []);
    worker = await startWorker(['private-responses', 'cachePrivateResponses']);
  });
  afterEach(() => vi.unstubAllGlobals());

  const read = (path: string, token?: string) => worker.request(path, token === undefined ? {} : { token });
  const readOffline = (path: string, token?: string) => {
    browser.network = offline;
    return read(path, token);
  };

  test.each([
    ['/api/orderrequests', true],
    ['/api/orderrequests/7', true],
    ['/api/addresses/send', true],
    [trackingPath(1), true],
    ['/api/users', false],
    ['/api/payments', false],
    ['/api/payments/methods', false],
    ['/api/orderrequests/7/payment', false],
    ['/sandbox/checkout/cs_1', false],
  ])('%s: %s', async (path, isCached) => {
    expect((await read(path, AOIFE.token)) !== undefined).toBe(isCached);
  });

  test('are found by the account that has read them, and by no other', async () => {
    await read('/api/orderrequests', AOIFE.token);
    expect(await readOffline('/api/orderrequests', AOIFE.token)).toMatchObject({ text: '[]' });
    await saveSessionCopy(BRIAN);
    expect(await readOffline('/api/orderrequests', BRIAN.token)).toMatchObject({ type: 'error' });
  });

  test('are not found after the session has ended', async () => {
    await read('/api/orderrequests', AOIFE.token);
    await read(trackingPath(1));
    await saveSessionCopy(undefined);
    expect(await readOffline('/api/orderrequests', AOIFE.token)).toMatchObject({ type: 'error' });
    expect(await readOffline(trackingPath(1))).toMatchObject({ type: 'error' });
  });

  test.each([
    ['/api/orderrequests', AOIFE.token],
    [trackingPath(1), undefined],
  ])('are not stored after a log-out during the request: %s (SES-04)', async (path, token) => {
    const respond = browser.network;
    browser.network = async (fetched) => {
      await saveSessionCopy(undefined);
      await deletePrivateCaches();
      return respond(fetched);
    };
    await read(path, token);
    expect(await browser.caches.text()).toBe('');
  });

  test('are not stored if the log-out happens while they are written (SES-04)', async () => {
    browser.caches.beforePut = async () => {
      await saveSessionCopy(undefined);
      await deletePrivateCaches();
      // The writing ends after the deletion.
      browser.caches.byName.set(PRIVATE_CACHE, written);
    };
    const written = await browser.caches.open(PRIVATE_CACHE);
    await read('/api/orderrequests', AOIFE.token);
    expect(await browser.caches.text()).toBe('');
  });

  test('say when they were requested, because a later change may be missing in them (DET-12)', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 });
    const respond = browser.network;
    browser.network = (fetched) => {
      vi.setSystemTime(1_800_000_002_000);
      return respond(fetched);
    };
    await read('/api/orderrequests', AOIFE.token);
    vi.useRealTimers();
    const cache = await browser.caches.open(PRIVATE_CACHE);
    const [key] = await cache.keys();
    const cachedAt = (await cache.match(key?.url ?? ''))?.headers.get(CACHED_AT_HEADER);
    expect(Number(cachedAt)).toBe(1_800_000_000_000);
  });

  test('are at most 200, the newest ones', async () => {
    for (let n = 0; n <= 200; n += 1) await read(trackingPath(n));
    expect(await (await browser.caches.open(PRIVATE_CACHE)).keys()).toHaveLength(200);
    expect(await readOffline(trackingPath(0))).toMatchObject({ type: 'error' });
    expect(await readOffline(trackingPath(1))).toMatchObject({ type: 'default' });
  });

  test('are in the cache that a log-out deletes', async () => {
    await read('/api/orderrequests', AOIFE.token);
    await browser.caches.open('tiles');
    await deletePrivateCaches();
    expect(await browser.caches.keys()).toEqual(['tiles']);
  });

  test('include tracking for guests', async () => {
    await saveSessionCopy(undefined);
    await read(trackingPath(1));
    await read('/api/orderrequests');
    const keys = await (await browser.caches.open(PRIVATE_CACHE)).keys();
    expect(keys).toEqual([{ url: `${ORIGIN}${trackingPath(1)}?account=guest` }]);
  });
});

test('pages of the server are never replaced by the app (REL-19)', async () => {
  fakeBrowser();
  const { request } = await startWorker(['app-files', 'cacheApp', []]);
  const isOurs = async (path: string) => (await request(path, { mode: 'navigate' })) !== undefined;
  for (const path of ['/', '/deliveries/7/payment', '/apiary', '/tracking'])
    expect(await isOurs(path), path).toBe(true);
  const theirs = [
    '/api/orderrequests',
    '/sandbox/checkout/1',
    '/webhooks/stripe',
    '/ops',
    '/healthz',
    '/readyz',
    '/livez',
    '/metrics',
    '/connected.html',
    '/config.json',
    '/.well-known/security.txt',
    '/robots.txt',
    '/icons/icon-192.png',
  ];
  for (const path of theirs) expect(await isOurs(path), path).toBe(false);
  vi.unstubAllGlobals();
});

test('a page that another API has on the same host, such as its checkout, is not replaced by the app (REL-19)', async () => {
  const browser = fakeBrowser();
  browser.network = () => new Response('checkout');
  const { request } = await startWorker(['app-files', 'cacheApp', []]);
  await (await browser.caches.open('app-')).put(EMPTY_PAGE, new Response('app'));
  const open = async (path: string) => (await request(path, { mode: 'navigate' }))?.text;
  expect(await open('/checkout/cs_1')).toBe('checkout');
  for (const file of readdirSync('src/routes').filter((name) => !name.startsWith('_'))) {
    const path = `/${file.replace(/\.?(index)?\.tsx$/, '').replaceAll('.', '/')}`;
    expect(await open(path), path).toBe('app');
  }
  browser.network = offline;
  expect(await open('/checkout/cs_1')).toBe('app');
  vi.unstubAllGlobals();
});

test('a new worker activates only when the page asks for it (REL-19)', async () => {
  const { activateOnRequest } = await importFromWorker('request-timeout');
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
  type Read = { controller: AbortController; isAnswered: boolean };
  type RequestTimeout = {
    startRead: (event: { request: Request; clientId: string }) => Read;
    noteResponse: (read: Read) => void;
    endRead: (read: Read) => void;
    freeConnectionsForSubmits: (scope: EventTarget) => void;
  };
  let scope: EventTarget & { clients: unknown };
  let timeout: RequestTimeout;
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
    timeout = (await importFromWorker('request-timeout')) as unknown as RequestTimeout;
    timeout.freeConnectionsForSubmits(scope);
  });
  afterEach(() => vi.useRealTimers());

  function startRead({ clientId = 'page', isAnswered = true } = {}) {
    const read = timeout.startRead({ request: new Request(`${ORIGIN}/api/orderrequests`), clientId });
    read.isAnswered = isAnswered;
    return {
      signal: read.controller.signal,
      respond: () => timeout.noteResponse(read),
      complete: () => timeout.endRead(read),
    };
  }
  async function sendFromPage(method: string) {
    const request = new Request('http://send.test/api', { method });
    const waitUntil = (work: Promise<unknown>) => void freed.push(work);
    scope.dispatchEvent(Object.assign(new Event('fetch'), { request, waitUntil }));
    await Promise.all(freed);
  }

  test('continues for a minute, because it is only slow (CAL-02)', async () => {
    const read = startRead();
    vi.advanceTimersByTime(59_000);
    expect(read.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1000);
    expect(read.signal.aborted).toBe(true);
  });

  test('gives its connection to a submit if the page has a cached response (CAL-02)', async () => {
    const cachedRead = startRead();
    const awaited = startRead({ isAnswered: false });
    const ended = startRead();
    ended.respond();
    await sendFromPage('GET');
    expect(cachedRead.signal.aborted).toBe(false);
    await sendFromPage('POST');
    expect([cachedRead, awaited, ended].map(({ signal }) => signal.aborted)).toEqual([true, false, false]);
  });

  test('ends when a newer worker is to take over, because a worker with running reads is not replaced (REL-19)', async () => {
    const arriving = startRead({ isAnswered: false });
    arriving.respond();
    const complete = startRead({ isAnswered: false });
    complete.respond();
    complete.complete();
    const all = [startRead(), startRead({ isAnswered: false }), arriving, complete];
    const { activateOnRequest } = (await importFromWorker('request-timeout')) as unknown as {
      activateOnRequest: (scope: EventTarget) => void;
    };
    activateOnRequest(scope);
    scope.dispatchEvent(new MessageEvent('message', { data: { type: 'PREPARE_TO_END' } }));
    expect(all.map(({ signal }) => signal.aborted)).toEqual([true, true, true, false]);
  });

  test('continues as long as its response arrives, if no page has a cached one', async () => {
    const arriving = startRead({ isAnswered: false });
    arriving.respond();
    vi.advanceTimersByTime(600_000);
    expect(arriving.signal.aborted).toBe(false);
    await sendFromPage('POST');
    expect(arriving.signal.aborted).toBe(false);
  });

  test('gives its connection to a submit if its page is gone (REL-02)', async () => {
    const open = startRead({ isAnswered: false });
    const gone = startRead({ clientId: 'closed page', isAnswered: false });
    await sendFromPage('POST');
    expect([open, gone].map(({ signal }) => signal.aborted)).toEqual([false, true]);
  });
});
