import '../support/web-locks.ts';
import { clear, createStore, get, set } from 'idb-keyval';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { configureClient } from '../../src/api/send-call.ts';
import { type DrainDependencies, drain } from '../../src/outbox/drain.ts';
import { backoffMs, type Entry, type Intent } from '../../src/outbox/entry.ts';
import {
  deleteEntries,
  enqueue,
  purgeOldResponses,
  purgeSentEntries,
  readEntries,
  readEntry,
} from '../../src/outbox/queue.ts';
import { deliveryRequest, FakeServer } from './fake-server.ts';
import { retryNow } from './retry-now.ts';

const AOIFE = 'aoife@example.com';
const create: Intent = { kind: 'createDeliveryRequest', body: deliveryRequest() };
const guest: Intent = {
  kind: 'submitGuestRequest',
  request: deliveryRequest(),
  body: { firstName: 'Nuala', lastName: 'Byrne', phone: '', email: '', pickup: 'A', dropoff: 'B', note: '' },
};
const dependencies: DrainDependencies = {
  account: () => AOIFE,
  supportsIdempotency: () => ({ api: true, hook: true }),
};
let server: FakeServer;

beforeEach(async () => {
  server = new FakeServer();
  vi.stubGlobal('fetch', server.fetch);
  configureClient({
    baseUrls: () => ({ apiBase: 'http://send.test/api', hookBase: 'http://send.test/hook' }),
    session: () => ({ token: 'token', account: AOIFE }),
  });
  await clear(createStore('send-outbox', 'entries'));
});
afterEach(() => vi.unstubAllGlobals());

test('a request counts as saved only when it is on disk and not in a cache of the system (REL-01)', async () => {
  const opened = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await enqueue('key-1', AOIFE, create);
  await drain(dependencies);
  const writes = opened.mock.calls.filter(([, mode]) => mode === 'readwrite');
  expect(writes.length).toBeGreaterThan(2);
  expect(new Set(writes.map(([, , options]) => options?.durability))).toEqual(new Set(['strict']));
});

test('after a crash during sending the stored entry says that the request may have arrived (REL-01)', async () => {
  await enqueue('key-1', AOIFE, create);
  let onDisk: Promise<Entry | undefined> | undefined;
  server.onCall = () => {
    onDisk = readEntry('key-1');
  };
  await drain(dependencies);
  expect(await onDisk).toMatchObject({ state: 'sending', sendOutcome: 'unknown' });
});

test('a draft that another tab still shows is not ordered again after its response was purged (REL-01)', async () => {
  await enqueue('key-1', AOIFE, create);
  await drain(dependencies);
  await purgeSentEntries(() => true);
  expect((await enqueue('key-1', AOIFE, create)).state).toBe('done');
  await retryNow(dependencies);
  expect(server.calls).toHaveLength(1);
});

test('a 409 with Retry-After is retried, and any other 409 is a rejection (REL-02)', async () => {
  server.faults = [{ status: 409, retryAfter: '1' }, { status: 409 }];
  await enqueue('busy', AOIFE, create, 1);
  await enqueue('conflict', AOIFE, create, 2);
  await drain(dependencies);
  expect(await readEntry('busy')).toMatchObject({
    state: 'queued',
    sendOutcome: 'unknown',
    isRetryAfter: true,
  });
  expect(await readEntry('conflict')).toMatchObject({ state: 'needsAttention', sendOutcome: 'rejected' });
});

test('a 409 to the repeated key of a lost request says nothing about it, and is retried without Retry-After (REL-02)', async () => {
  server.faults = ['lost response', { status: 409, title: 'REQUEST_OUTSTANDING' }];
  await enqueue('key-1', AOIFE, create);
  await drain(dependencies);
  await retryNow(dependencies);
  expect(await readEntry('key-1')).toMatchObject({ state: 'queued', sendOutcome: 'unknown' });
  await retryNow(dependencies);
  expect(await readEntry('key-1')).toMatchObject({ state: 'sent' });
});

test('a Retry-After that is a date works like one in seconds (REL-02)', async () => {
  server.faults = [{ status: 503, retryAfter: new Date(Date.now() + 120_000).toUTCString() }];
  await enqueue('key-1', AOIFE, create);
  await drain(dependencies);
  const entry = await readEntry('key-1');
  expect(entry).toMatchObject({ state: 'queued', isRetryAfter: true });
  expect(entry && 'retryDelayMs' in entry && entry.retryDelayMs).toBeGreaterThan(100_000);
});

test('jitter spreads the retries of devices that failed together (REL-02)', () => {
  const waits = Array.from({ length: 50 }, () => backoffMs(6));
  expect(new Set(waits).size).toBeGreaterThan(10);
  expect([backoffMs(6, () => 0), backoffMs(6, () => 1)]).toEqual([48_000, 60_000]);
});

test('a response with an unexpected body is not accepted, and the request is retried (REL-02)', async () => {
  server.faults = [{ status: 200 }];
  await enqueue('key-1', null, guest);
  await drain(dependencies);
  expect(await readEntry('key-1')).toMatchObject({ state: 'queued', sendOutcome: 'unknown' });
  await retryNow(dependencies);
  expect(await readEntry('key-1')).toMatchObject({ state: 'sent', response: { id: 1 } });
});

test('a rejected request is not sent again until the user retries it (REL-03)', async () => {
  server.faults = [{ status: 400 }];
  await enqueue('key-1', AOIFE, create);
  await drain(dependencies);
  await retryNow(dependencies);
  expect(server.calls).toHaveLength(1);
});

test('a request in back-off does not delay the next one (REL-03)', async () => {
  server.faults = [{ status: 429, retryAfter: '120' }];
  await enqueue('key-1', AOIFE, create, 1);
  await drain(dependencies);
  await enqueue('key-2', AOIFE, create, 2);
  await retryNow(dependencies);
  expect(await readEntry('key-2')).toMatchObject({ state: 'sent' });
});

test('an unreadable record stays in the database and does not stop the queue (REL-07)', async () => {
  const store = createStore('send-outbox', 'entries');
  const tomorrows = { state: 'a state of tomorrow', id: 'key-0', owner: AOIFE };
  await set('key-0', tomorrows, store);
  await enqueue('key-1', AOIFE, create);
  await drain(dependencies);
  expect((await readEntries()).map(({ id }) => id)).toEqual(['key-1']);
  expect(await readEntry('key-1')).toMatchObject({ state: 'sent' });
  await purgeOldResponses(Date.now() + 365 * 24 * 3600_000);
  await deleteEntries(() => true);
  expect(await get('key-0', store)).toEqual(tomorrows);
});

test('the queue continues after the browser has closed the database of an open page (REL-07)', async () => {
  const opened = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await enqueue('key-1', AOIFE, create, 1);
  for (const database of opened.mock.contexts) {
    if (database instanceof IDBDatabase)
      database.onversionchange?.(new Event('versionchange') as IDBVersionChangeEvent);
  }
  await enqueue('key-2', AOIFE, create, 2);
  expect((await readEntries()).map(({ id }) => id)).toEqual(['key-1', 'key-2']);
});
