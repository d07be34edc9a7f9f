import '../support/web-locks.ts';
import { clear, createStore } from 'idb-keyval';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { configureClient } from '../../src/api/send-call.ts';
import type { DeliveryRequestInput } from '../../src/contract/delivery-request.ts';
import { type DrainDependencies, drain } from '../../src/outbox/drain.ts';
import { type Intent, isPending, type PendingEntry } from '../../src/outbox/entry.ts';
import {
  deleteEntry,
  editEntry,
  enqueue,
  readEntry,
  updateEntry,
  withdrawEntry,
} from '../../src/outbox/queue.ts';
import { deliveryRequest, FakeServer } from './fake-server.ts';
import { retryNow } from './retry-now.ts';

const AOIFE = 'aoife@example.com';
let server: FakeServer;
let account: string | undefined;
let idempotencySupport = { api: true, hook: true };

const dependencies: DrainDependencies = {
  account: () => account,
  supportsIdempotency: () => idempotencySupport,
};
const create = (body: DeliveryRequestInput = deliveryRequest()): Intent => ({
  kind: 'createDeliveryRequest',
  body,
});
const guest = (request: DeliveryRequestInput = deliveryRequest()): Intent => ({
  kind: 'submitGuestRequest',
  request,
  body: { firstName: 'Nuala', lastName: 'Byrne', phone: '', email: '', pickup: 'A', dropoff: 'B', note: '' },
});

async function pending(id: string): Promise<PendingEntry> {
  const entry = await readEntry(id);
  if (entry && isPending(entry)) return entry;
  throw new Error(`${id} is not pending`);
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  server = new FakeServer();
  account = AOIFE;
  idempotencySupport = { api: true, hook: true };
  vi.stubGlobal('fetch', server.fetch);
  configureClient({
    baseUrls: () => ({ apiBase: 'http://send.test/api', hookBase: 'http://send.test/hook' }),
    session: () => (account === undefined ? undefined : { token: `token of ${account}`, account }),
  });
  await clear(createStore('send-outbox', 'entries'));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a request is stored before it is sent, and its response replaces it (REL-01)', async () => {
  await enqueue('key-1', AOIFE, create());
  expect(server.calls).toHaveLength(0);
  expect((await pending('key-1')).sendOutcome).toBe('notSent');

  await drain(dependencies);

  expect(server.rows).toHaveLength(1);
  expect(await readEntry('key-1')).toMatchObject({ state: 'sent', response: { id: 1 } });
});

test('after a lost response the request is sent again under the same key, and the parcel is ordered once (REL-01)', async () => {
  server.faults = ['lost response'];
  await enqueue('key-1', AOIFE, create());
  await drain(dependencies);
  expect(await pending('key-1')).toMatchObject({ state: 'queued', sendOutcome: 'unknown', attempts: 1 });

  await retryNow(dependencies);

  expect(server.rows).toHaveLength(1);
  expect(server.calls.map(({ key }) => key)).toEqual(['key-1', 'key-1']);
  expect(await readEntry('key-1')).toMatchObject({ state: 'sent' });
});

test.each([
  'lost request',
  'html',
  { status: 408 },
  { status: 425 },
  { status: 429 },
  { status: 500 },
  { status: 503 },
  { status: 504 },
] as const)('after the fault %o the request is retried and sent once (REL-02)', async (fault) => {
  server.faults = [fault];
  await enqueue('key-1', AOIFE, create());
  await drain(dependencies);
  expect((await pending('key-1')).state).toBe('queued');
  await retryNow(dependencies);
  expect(server.rows).toHaveLength(1);
});

test('Retry-After is obeyed, and nothing shortens it (REL-02)', async () => {
  server.faults = [{ status: 429, retryAfter: '120' }];
  await enqueue('key-1', AOIFE, create());
  await drain(dependencies);
  await retryNow(dependencies);
  expect(server.calls).toHaveLength(1);

  vi.setSystemTime(Date.now() + 121_000);
  await drain(dependencies);
  expect(server.rows).toHaveLength(1);
});

test('a clock that is set back does not delay a request forever', async () => {
  server.faults = [{ status: 500 }];
  await enqueue('key-1', AOIFE, create());
  await drain(dependencies);
  vi.setSystemTime(Date.now() - 5 * 24 * 3600_000);
  await drain(dependencies);
  expect(server.rows).toHaveLength(1);
});

test('back-off grows from one second to a minute, and a manual retry ignores it', async () => {
  server.faults = Array.from({ length: 7 }, () => 'lost request' as const);
  await enqueue('key-1', AOIFE, create());
  const waits: number[] = [];
  for (let n = 0; n < 7; n++) {
    await retryNow(dependencies);
    waits.push((await pending('key-1')).retryDelayMs);
  }
  const steps = [1000, 2000, 5000, 15_000, 30_000, 60_000, 60_000];
  waits.forEach((wait, n) => {
    expect(wait).toBeGreaterThanOrEqual((steps[n] ?? 0) * 0.8);
    expect(wait).toBeLessThanOrEqual(steps[n] ?? 0);
  });
});

test('a rejected request keeps its reason and does not delay the next one (REL-03)', async () => {
  server.faults = [{ status: 400, title: 'VALIDATION_EXCEPTION' }];
  await enqueue('key-1', AOIFE, create());
  await enqueue('key-2', AOIFE, create(deliveryRequest({ weight: 31 })), Date.now() + 1);
  await drain(dependencies);
  expect(await pending('key-1')).toMatchObject({
    state: 'needsAttention',
    sendOutcome: 'rejected',
    attention: { kind: 'rejected', status: 400, code: 'VALIDATION_EXCEPTION' },
  });
  expect(await readEntry('key-2')).toMatchObject({ state: 'sent' });
});

test('a rejected request can be edited under its key and is sent as edited', async () => {
  server.faults = [{ status: 400 }];
  await enqueue('key-1', AOIFE, create());
  await drain(dependencies);
  const changed = deliveryRequest({ weight: 12 });
  await editEntry('key-1', create(changed));
  await drain(dependencies);
  expect(server.rows.map(({ delivery }) => delivery.weight)).toEqual([12]);
});

test('a request with an unknown outcome is resolved with its old text, and then the delivery is edited', async () => {
  server.faults = ['lost response'];
  await enqueue('key-1', AOIFE, create());
  await drain(dependencies);
  const changed = deliveryRequest({ weight: 12 });
  await editEntry('key-1', create(changed));

  await retryNow(dependencies);
  await retryNow(dependencies);

  expect(server.rows).toHaveLength(1);
  expect(server.rows[0]?.delivery.weight).toBe(12);
  expect(await readEntry('key-1')).toMatchObject({ state: 'sent', response: { weight: 12 } });
});

test('a request that is written offline is not attempted, so all of it can still be edited (REL-01)', async () => {
  let isReachable = false;
  const tunnel: DrainDependencies = { ...dependencies, isReachable: () => isReachable };
  await enqueue('key-1', AOIFE, create());
  expect((await drain(tunnel)).nextDueMs).toBeGreaterThan(0);
  expect(server.calls).toEqual([]);
  const untried = await pending('key-1');
  expect(untried).toMatchObject({ state: 'queued', sendOutcome: 'notSent', attempts: 0 });
  expect(untried.lastTryAt).toBeUndefined();

  const changed = deliveryRequest({ isPriority: true });
  await editEntry('key-1', create(changed));
  isReachable = true;
  await retryNow(tunnel);
  expect(server.rows.map(({ delivery }) => delivery.isPriority)).toEqual([true]);
});

test('only a request that cannot have left yet can be withdrawn from the queue (REL-02)', async () => {
  await enqueue('unsent', AOIFE, create());
  await withdrawEntry('unsent');
  expect(await readEntry('unsent')).toBeUndefined();

  server.faults = ['lost response'];
  await enqueue('unknown', AOIFE, create());
  await drain(dependencies);
  await withdrawEntry('unknown');
  expect((await pending('unknown')).sendOutcome).toBe('unknown');
});

test('an attempt is aborted after twenty seconds, and its outcome is unknown (CAL-02)', async () => {
  vi.useRealTimers();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort());
  server.faults = ['hang'];
  await enqueue('key-1', AOIFE, create());
  await drain(dependencies);
  expect(timeout).toHaveBeenCalledWith(20_000);
  expect(await pending('key-1')).toMatchObject({ state: 'queued', sendOutcome: 'unknown' });
});

test('an entry whose tab was closed while sending is sent by the next one under the same key', async () => {
  await enqueue('key-1', AOIFE, create());
  server.faults = ['lost response'];
  await drain(dependencies);
  const interrupted = { state: 'sending', sendOutcome: 'unknown', retryDelayMs: 0 } as const;
  await updateEntry('key-1', (entry) => ({ ...entry, ...interrupted }));
  await drain(dependencies);
  expect(server.rows).toHaveLength(1);
  expect(await readEntry('key-1')).toMatchObject({ state: 'sent' });
});

test('an entry whose tab was closed while sending waits again if the next one has no network', async () => {
  await enqueue('key-1', AOIFE, create());
  const interrupted = { state: 'sending', sendOutcome: 'unknown', retryDelayMs: 0 } as const;
  await updateEntry('key-1', (entry) => ({ ...entry, ...interrupted }));
  await drain({ ...dependencies, isReachable: () => false });
  expect(await readEntry('key-1')).toMatchObject({ state: 'queued', sendOutcome: 'unknown' });
  expect(server.calls).toEqual([]);
});

test('an ended session parks the request for the same account only (REL-04)', async () => {
  server.faults = [{ status: 401 }];
  await enqueue('key-1', AOIFE, create());
  await drain(dependencies);
  expect((await pending('key-1')).state).toBe('needsLogin');

  await updateEntry('key-1', (entry) => ({ ...entry, state: 'queued' }));
  account = 'brian@example.com';
  await retryNow(dependencies);
  expect(server.rows).toHaveLength(0);

  account = AOIFE;
  await retryNow(dependencies);
  expect(server.rows[0]?.owner).toBe(`Bearer token of ${AOIFE}`);
});

test('an account that logs in between the read and the send does not send the request (REL-04)', async () => {
  await enqueue('key-1', AOIFE, create());
  const switchingDependencies: DrainDependencies = {
    account: () => AOIFE,
    supportsIdempotency: () => {
      account = 'brian@example.com';
      return idempotencySupport;
    },
  };
  await drain(switchingDependencies);
  expect(server.calls).toHaveLength(0);
  expect((await pending('key-1')).state).toBe('needsLogin');
});

test('four tabs that drain at the same time send each request once (REL-05)', async () => {
  for (let n = 0; n < 10; n++)
    await enqueue(`key-${n}`, AOIFE, create(deliveryRequest({ weight: n + 1 })), n);
  await Promise.all([
    drain(dependencies),
    retryNow(dependencies),
    drain(dependencies),
    retryNow(dependencies),
  ]);
  expect(server.calls).toHaveLength(10);
  expect(server.rows.map(({ delivery }) => delivery.weight)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test('without Web Locks, as on a site without TLS, a page sends each request once (REL-05)', async () => {
  vi.stubGlobal('navigator', {});
  await enqueue('key-1', AOIFE, create(), 1);
  await enqueue('key-2', AOIFE, create(), 2);
  await Promise.all([drain(dependencies), retryNow(dependencies), drain(dependencies)]);
  expect(server.calls.map(({ key }) => key)).toEqual(['key-1', 'key-2']);
});

test('the same draft submitted in two tabs becomes one request', async () => {
  await Promise.all([enqueue('key-1', AOIFE, create()), enqueue('key-1', AOIFE, create())]);
  await drain(dependencies);
  await enqueue('key-1', AOIFE, create());
  await retryNow(dependencies);
  expect(server.rows).toHaveLength(1);
});

test('a request that is discarded while it is sent leaves nothing behind', async () => {
  await enqueue('key-1', AOIFE, create());
  server.onCall = () => void deleteEntry('key-1');
  await drain(dependencies);
  expect(await readEntry('key-1')).toBeUndefined();
});

test('an API without idempotency support is asked for its list before a request is repeated (REL-06)', async () => {
  idempotencySupport = { api: false, hook: false };
  server.supportsIdempotency = false;
  await enqueue('key-0', AOIFE, create());
  await drain(dependencies);
  await enqueue('key-1', AOIFE, create());
  server.faults = [{ status: 500 }];
  await drain(dependencies);
  expect(server.rows).toHaveLength(1);
  await retryNow(dependencies);
  server.faults = [];
  await retryNow(dependencies);
  expect(server.rows).toHaveLength(2);

  await enqueue('key-2', AOIFE, create());
  server.faults = [];
  const calls = server.calls.length;
  server.onCall = ({ method }) => {
    if (method === 'POST' && server.calls.length === calls + 2) server.faults = ['lost response'];
  };
  await drain(dependencies);
  server.onCall = () => undefined;
  expect((await pending('key-2')).sendOutcome).toBe('unknown');
  await retryNow(dependencies);
  expect(server.rows).toHaveLength(3);
  expect(await readEntry('key-2')).toMatchObject({ state: 'sent', response: { id: 3 } });
});

test('a hook without idempotency support gets no request twice unless the user decides so (REL-06)', async () => {
  idempotencySupport = { api: true, hook: false };
  server.supportsIdempotency = false;
  server.faults = ['lost response'];
  await enqueue('key-1', null, guest());
  await drain(dependencies);
  await retryNow(dependencies);
  expect(server.rows).toHaveLength(1);
  const { state, ...entry } = await pending('key-1');
  expect([state, entry]).toMatchObject(['needsAttention', { attention: { kind: 'outcomeUnknown' } }]);
});

test('requests of guests are sent in any session and without a token', async () => {
  await enqueue('key-1', null, guest());
  await drain(dependencies);
  expect(server.calls[0]).toMatchObject({ url: '/hook/status/submit-to-zapier', token: null, key: 'key-1' });
});
