import '../support/web-locks.ts';
import { clear, createStore } from 'idb-keyval';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { configureClient } from '../../src/api/send-call.ts';
import type { DeliveryRequestInput } from '../../src/contract/delivery-request.ts';
import { broadcast } from '../../src/outbox/channel.ts';
import { type DrainDependencies, drain } from '../../src/outbox/drain.ts';
import type { Intent } from '../../src/outbox/entry.ts';
import { enqueue, readEntry } from '../../src/outbox/queue.ts';
import { deliveryRequest, FakeServer } from './fake-server.ts';

const AOIFE = 'aoife@example.com';
let server: FakeServer;
let idempotency = { api: true, hook: true };

const dependencies: DrainDependencies = { account: () => AOIFE, supportsIdempotency: () => idempotency };
const create = (body: DeliveryRequestInput = deliveryRequest()): Intent => ({
  kind: 'createDeliveryRequest',
  body,
});

beforeEach(async () => {
  server = new FakeServer();
  idempotency = { api: true, hook: true };
  vi.stubGlobal('fetch', server.fetch);
  configureClient({
    baseUrls: () => ({ apiBase: 'http://send.test/api', hookBase: 'http://send.test/hook' }),
    session: () => ({ token: 'token', account: AOIFE }),
  });
  await clear(createStore('send-outbox', 'entries'));
});
afterEach(() => vi.unstubAllGlobals());

test('at most four requests are on their way at once, the oldest first (REL-05)', async () => {
  for (let n = 0; n < 10; n++) {
    await enqueue(`key-${n}`, AOIFE, create(deliveryRequest({ weight: n + 1 })), n);
  }
  const arrived: (() => void)[] = [];
  server.beforeResponse = () => new Promise((resolve) => arrived.push(resolve));
  const draining = drain(dependencies);
  const onTheirWay = () => server.calls.map(({ key }) => key);
  await vi.waitFor(() => expect(onTheirWay()).toEqual(['key-0', 'key-1', 'key-2', 'key-3']), 10_000);
  arrived[2]?.();
  await vi.waitFor(() => expect(onTheirWay()).toContain('key-4'), 10_000);
  expect(onTheirWay()).toHaveLength(5);
  server.beforeResponse = async () => undefined;
  for (const arrive of arrived) arrive();
  await draining;
  expect(server.rows).toHaveLength(10);
});

test('a request that is added while another hangs does not wait for it (REL-03)', async () => {
  await enqueue('slow', AOIFE, create(), 1);
  let arrive = (): void => undefined;
  server.beforeResponse = () =>
    new Promise((resolve) => {
      arrive = resolve;
    });
  const draining = drain(dependencies);
  await vi.waitFor(() => expect(server.calls).toHaveLength(1), 10_000);
  server.beforeResponse = async () => undefined;
  await enqueue('new', AOIFE, create(deliveryRequest({ weight: 5 })), 2);
  broadcast({ kind: 'enqueued' });
  await vi.waitFor(async () => expect((await readEntry('new'))?.state).toBe('sent'), 10_000);
  expect((await readEntry('slow'))?.state).toBe('sending');
  arrive();
  await draining;
  expect(server.rows).toHaveLength(2);
});

test('an API without keys gets one request at a time, because equal ones are told apart by its list (REL-06)', async () => {
  idempotency = { api: false, hook: false };
  server.supportsIdempotency = false;
  for (let n = 0; n < 4; n++) await enqueue(`key-${n}`, AOIFE, create(), n);
  let underWay = 0;
  let most = 0;
  server.beforeResponse = async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setImmediate(resolve));
    underWay -= 1;
  };
  await drain(dependencies);
  expect(most).toBe(1);
  expect(server.rows).toHaveLength(4);
});

test('a hundred requests go out four at a time, and a slow one holds up no other (REL-05)', async () => {
  for (let n = 0; n < 100; n++) await enqueue(`key-${n}`, AOIFE, create(), n);
  let arrive = (): void => undefined;
  let underWay = 0;
  let most = 0;
  server.beforeResponse = async ({ key }) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise<void>((resolve) => {
      if (key === 'key-0') arrive = resolve;
      else setTimeout(resolve, 20);
    });
    underWay -= 1;
  };
  const draining = drain(dependencies);
  await vi.waitFor(() => expect(server.rows).toHaveLength(99), 120_000);
  arrive();
  await draining;
  expect(most).toBe(4);
  expect(server.rows).toHaveLength(100);
});

test('nothing is freed before everything that is on its way has ended (REL-05)', async () => {
  await enqueue('key-1', AOIFE, create(), 1);
  await enqueue('key-2', AOIFE, create(), 2);
  let arrive = (): void => undefined;
  server.beforeResponse = ({ key }) =>
    key === 'key-1'
      ? new Promise((resolve) => {
          arrive = resolve;
        })
      : Promise.resolve();
  const put = IDBObjectStore.prototype.put;
  let isFailing = false;
  let failures = 0;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...record) {
    if (isFailing && record[1] === 'key-2') {
      failures += 1;
      throw new DOMException('full', 'QuotaExceededError');
    }
    return put.apply(this, record);
  });
  server.onCall = ({ key }) => {
    if (key === 'key-2') isFailing = true;
  };
  // A failed attempt that the device cannot store ends with an error.
  server.faults = [{ status: 503 }];
  let hasEnded = false;
  const draining = drain(dependencies).finally(() => {
    hasEnded = true;
  });
  draining.catch(() => undefined);
  await vi.waitFor(() => expect(failures).toBeGreaterThan(0), 10_000);
  await new Promise((resolve) => setImmediate(resolve));
  expect(hasEnded).toBe(false);
  isFailing = false;
  vi.restoreAllMocks();
  arrive();
  await expect(draining).rejects.toThrow('full');
  await drain(dependencies);
  expect(server.rows).toHaveLength(2);
});
