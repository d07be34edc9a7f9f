import '../support/web-locks.ts';
import { clear, createStore } from 'idb-keyval';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { configureClient } from '../../src/api/send-call.ts';
import { type DrainDependencies, drain } from '../../src/outbox/drain.ts';
import { type Intent, isPending, msUntilDue } from '../../src/outbox/entry.ts';
import { enqueue, readEntries, readEntry, updateEntry } from '../../src/outbox/queue.ts';
import { deliveryRequest, FakeServer } from './fake-server.ts';
import { retryNow } from './retry-now.ts';

const HOUR = 3600_000;
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
/** How many more requests the server accepts. */
let allowance: number;
let retryAfter: string | undefined;

async function enqueueMany(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await enqueue(`key-${n}`, AOIFE, create, n + 1);
}

const waits = async () =>
  (await readEntries()).flatMap((entry) => (isPending(entry) ? [msUntilDue(entry, Date.now())] : []));

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  server = new FakeServer();
  allowance = Number.POSITIVE_INFINITY;
  retryAfter = '900';
  server.beforeResponse = async ({ url }) => {
    if (url.startsWith('/hook')) return;
    server.faults = allowance > 0 ? [] : [{ status: 429, ...(retryAfter && { retryAfter }) }];
    allowance -= 1;
  };
  vi.stubGlobal('fetch', server.fetch);
  configureClient({
    baseUrls: () => ({ apiBase: 'http://send.test/api', hookBase: 'http://send.test/hook' }),
    session: () => ({ token: 'token', account: AOIFE }),
  });
  await clear(createStore('send-outbox', 'entries'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a drain stops at its first 429 and delays all that still wait (REL-26)', async () => {
  await enqueueMany(100);
  allowance = 60;
  await drain(dependencies);
  expect(server.rows).toHaveLength(60);
  // Four are sent at the same time, so at most four are rejected.
  expect(server.calls.length).toBeLessThanOrEqual(64);
  expect(await waits()).toEqual(Array.from({ length: 40 }, () => 900_000));

  const calls = server.calls.length;
  for (let n = 0; n < 5; n++) await retryNow(dependencies);
  expect(server.calls).toHaveLength(calls);

  allowance = 100;
  vi.setSystemTime(Date.now() + 901_000);
  await drain(dependencies);
  expect(server.rows).toHaveLength(100);
  expect(new Set(server.rows.map(({ key }) => key)).size).toBe(100);
});

test('without Retry-After the back-off of the oldest request delays the others (REL-26)', async () => {
  // The shortest delays, equal for all: with jitter the requests of one round are tried again at different times.
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => random.mockRestore());
  await enqueueMany(30);
  allowance = 0;
  retryAfter = undefined;
  const calls: number[] = [];
  for (let second = 0; second < 30; second += 1) {
    await drain(dependencies);
    calls.push(server.calls.length);
    vi.setSystemTime(Date.now() + 1000);
  }
  // At most six rounds in 30 s, of at most four requests each.
  expect(calls.at(-1)).toBeLessThanOrEqual(24);
  allowance = 100;
  vi.setSystemTime(Date.now() + 60_000);
  await drain(dependencies);
  expect(server.rows).toHaveLength(30);
});

test('a limit for customers does not delay the request of a guest (REL-03)', async () => {
  await enqueueMany(5);
  await enqueue('of a guest', null, guest, 6);
  allowance = 0;
  await drain(dependencies);
  await drain(dependencies);
  expect(server.rows.map(({ key }) => key)).toEqual(['of a guest']);
});

test('a 429 shortens no longer delay, and leaves what is being sent or needs attention as it is (REL-26)', async () => {
  await enqueue('rejected', AOIFE, create, 1);
  await enqueue('waits longer', AOIFE, create, 2);
  const delay = { lastTryAt: Date.now(), retryDelayMs: HOUR, isRetryAfter: true };
  await updateEntry('waits longer', (entry) => ({ ...entry, ...delay }));
  await updateEntry('rejected', (entry) => ({
    ...entry,
    state: 'needsAttention',
    attention: { kind: 'rejected', status: 400, errors: [] },
  }));
  await enqueue('key-1', AOIFE, create, 3);
  allowance = 0;
  await drain(dependencies);
  expect(await readEntry('waits longer')).toMatchObject(delay);
  expect(await readEntry('rejected')).toMatchObject({ state: 'needsAttention', retryDelayMs: 0 });
});

test('no Retry-After delays a request for more than an hour (REL-26)', async () => {
  for (const value of ['86400', new Date(Date.now() + 40 * 24 * HOUR).toUTCString()]) {
    retryAfter = value;
    allowance = 0;
    await clear(createStore('send-outbox', 'entries'));
    await enqueue('key-1', AOIFE, create);
    await drain(dependencies);
    expect(await waits()).toEqual([HOUR]);
  }
});
