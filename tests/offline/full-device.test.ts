import '../support/web-locks.ts';
import { clear, createStore, get } from 'idb-keyval';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { configureClient } from '../../src/api/send-call.ts';
import { type DrainDependencies, drain } from '../../src/outbox/drain.ts';
import type { Intent } from '../../src/outbox/entry.ts';
import { deleteEntry, enqueue, isSavedOnDevice, readEntry } from '../../src/outbox/queue.ts';
import { deliveryRequest, FakeServer } from './fake-server.ts';

const AOIFE = 'aoife@example.com';
const create = (): Intent => ({ kind: 'createDeliveryRequest', body: deliveryRequest() });
const dependencies: DrainDependencies = {
  account: () => AOIFE,
  supportsIdempotency: () => ({ api: true, hook: true }),
};
const entries = createStore('send-outbox', 'entries');
let server: FakeServer;

beforeEach(async () => {
  server = new FakeServer();
  vi.stubGlobal('fetch', server.fetch);
  configureClient({
    baseUrls: () => ({ apiBase: 'http://send.test/api', hookBase: 'http://send.test/hook' }),
    session: () => ({ token: 'token', account: AOIFE }),
  });
  await clear(entries);
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  // The entries that are only in memory belong to the page, and all tests of this file share one.
  for (const id of ['key-0', 'key-1', 'key-2', 'key-3', 'key-4', 'key-5']) await deleteEntry(id);
});

function fillDevice(): void {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
}

test('requests that were saved before the device became full are sent, each once (REL-27)', async () => {
  for (let n = 0; n < 6; n++) await enqueue(`key-${n}`, AOIFE, create(), n);
  fillDevice();
  await drain(dependencies);
  await drain(dependencies);
  expect(server.rows).toHaveLength(6);
  expect(server.calls).toHaveLength(6);
});

test('a response that a full device cannot store counts on this page, and is still to be confirmed for the next page (REL-27)', async () => {
  await enqueue('key-1', AOIFE, create());
  server.onCall = fillDevice;
  await drain(dependencies);
  expect(await readEntry('key-1')).toMatchObject({ state: 'sent' });
  expect(isSavedOnDevice('key-1')).toBe(false);
  expect(await get('key-1', entries)).toMatchObject({ state: 'sending', sendOutcome: 'unknown' });
});

test('one request whose failure a full device cannot store does not stop the others (REL-03)', async () => {
  for (let n = 0; n < 6; n++) await enqueue(`key-${n}`, AOIFE, create(), n);
  fillDevice();
  server.faults = [{ status: 503 }, { status: 503 }, { status: 503 }, { status: 503 }];
  await expect(drain(dependencies)).rejects.toThrow('full');
  expect(server.rows).toHaveLength(2);
});

test('without idempotency keys a full device sends nothing of which it could not know the outcome (REL-06)', async () => {
  await enqueue('key-1', AOIFE, create());
  fillDevice();
  server.supportsIdempotency = false;
  const withoutKeys = { ...dependencies, supportsIdempotency: () => ({ api: false, hook: false }) };
  await expect(drain(withoutKeys)).rejects.toThrow('full');
  expect(server.calls.filter(({ method }) => method === 'POST')).toHaveLength(0);
});

test('a page that may not use Web Locks, because cookies are blocked, sends its requests too (REL-27)', async () => {
  vi.spyOn(navigator.locks, 'request').mockRejectedValue(new DOMException('Denied', 'SecurityError'));
  await enqueue('key-1', AOIFE, create());
  await Promise.all([drain(dependencies), drain(dependencies)]);
  expect(server.calls).toHaveLength(1);
});
