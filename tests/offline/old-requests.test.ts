import '../support/web-locks.ts';
import { clear, createStore } from 'idb-keyval';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { configureClient } from '../../src/api/send-call.ts';
import { readQueuedLogOuts, saveQueuedLogOut, sendQueuedLogOuts } from '../../src/device/worker-copies.ts';
import { type DrainDependencies, drain } from '../../src/outbox/drain.ts';
import type { Intent } from '../../src/outbox/entry.ts';
import {
  enqueue,
  purgeOldResponses,
  purgeSentEntries,
  readEntries,
  readEntry,
  updateEntry,
} from '../../src/outbox/queue.ts';
import { deliveryRequest, FakeServer } from './fake-server.ts';
import { retryNow } from './retry-now.ts';

const DAY = 24 * 3600_000;
const AOIFE = 'aoife@example.com';
const create: Intent = { kind: 'createDeliveryRequest', body: deliveryRequest() };
const guest: Intent = {
  kind: 'submitGuestRequest',
  request: deliveryRequest(),
  body: { firstName: 'Nuala', lastName: 'Byrne', phone: '', email: '', pickup: 'A', dropoff: 'B', note: '' },
};
let server: FakeServer;
let account: string | undefined;
let isReachable: boolean;
const dependencies: DrainDependencies = {
  account: () => account,
  supportsIdempotency: () => ({ api: true, hook: true }),
  isReachable: () => isReachable,
};

/** What the app does with its outbox when it starts. */
async function startApp(): Promise<void> {
  await drain(dependencies);
  await purgeOldResponses();
}

const moveClock = (days: number) => vi.setSystemTime(Date.now() + days * DAY);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  server = new FakeServer();
  account = AOIFE;
  isReachable = true;
  vi.stubGlobal('fetch', server.fetch);
  configureClient({
    baseUrls: () => ({ apiBase: 'http://send.test/api', hookBase: 'http://send.test/hook' }),
    session: () => (account === undefined ? undefined : { token: 'token', account }),
  });
  await clear(createStore('send-outbox', 'entries'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['a customer', AOIFE, create],
  ['a guest', null, guest],
] as const)(
  'a request of %s that waited for forty days is sent at the next start (REL-25)',
  async (_who, owner, intent) => {
    await enqueue('key-1', owner, intent);
    moveClock(40);
    await startApp();
    expect(server.calls.map(({ key }) => key)).toEqual(['key-1']);
    expect(await readEntry('key-1')).toMatchObject({ state: 'sent' });
  },
);

test('one reading of a clock that is forty days ahead changes nothing (REL-25)', async () => {
  isReachable = false;
  await enqueue('key-1', AOIFE, create);
  moveClock(40);
  await startApp();
  await startApp();
  expect(await readEntry('key-1')).toMatchObject({ state: 'queued' });
  moveClock(-40);
  await startApp();
  moveClock(29);
  await startApp();
  isReachable = true;
  await startApp();
  expect(server.rows).toHaveLength(1);
});

test('a request that cannot be sent for more than thirty days is shown to the user, and sent only by them (REL-25)', async () => {
  isReachable = false;
  await enqueue('key-1', AOIFE, create);
  moveClock(31);
  await startApp();
  expect(await readEntry('key-1')).toMatchObject({ state: 'queued' });
  moveClock(1);
  await startApp();
  expect(await readEntry('key-1')).toMatchObject({ state: 'needsAttention', attention: { kind: 'tooOld' } });

  isReachable = true;
  await startApp();
  expect(server.calls).toEqual([]);
  await updateEntry('key-1', (entry) => ({ ...entry, state: 'queued' }));
  await startApp();
  expect(server.rows.map(({ key }) => key)).toEqual(['key-1']);
});

test('a request that is retried after it was too old gets another day before it counts as old again (REL-25)', async () => {
  isReachable = false;
  await enqueue('key-1', AOIFE, create, Date.now() - 400 * DAY);
  await startApp();
  moveClock(2);
  await startApp();
  expect(await readEntry('key-1')).toMatchObject({ state: 'needsAttention' });
  await updateEntry('key-1', (entry) => ({ ...entry, state: 'queued' }));
  await startApp();
  await retryNow(dependencies);
  expect(await readEntry('key-1')).toMatchObject({ state: 'queued' });
});

test('a clock that is set back by forty days neither ages nor delays a request (REL-25)', async () => {
  isReachable = false;
  await enqueue('key-1', AOIFE, create);
  for (const days of [-40, 1, 1]) {
    moveClock(days);
    await startApp();
  }
  expect(await readEntry('key-1')).toMatchObject({ state: 'queued' });
  isReachable = true;
  await startApp();
  expect(server.rows).toHaveLength(1);
});

test('requests of another account stay as they are, however old they are (REL-25)', async () => {
  await enqueue('hers', AOIFE, create);
  await enqueue('parked', AOIFE, create);
  await updateEntry('parked', (entry) => ({ ...entry, state: 'needsLogin' }));
  account = 'brian@example.com';
  for (const days of [40, 40, 300]) {
    moveClock(days);
    await startApp();
  }
  expect(server.calls).toEqual([]);
  expect((await readEntries()).map(({ state }) => state)).toEqual(['queued', 'needsLogin']);
});

test('the key of a sent request outlives a clock that is forty days ahead, so that it is never ordered again (REL-25)', async () => {
  await enqueue('key-1', AOIFE, create);
  await startApp();
  await purgeSentEntries(() => true);
  moveClock(40);
  await startApp();
  expect((await enqueue('key-1', AOIFE, create)).state).toBe('done');
  await retryNow(dependencies);
  expect(server.calls).toHaveLength(1);
});

test('only the newest thousand keys of sent requests stay on the device (REL-25)', async () => {
  await purgeOldResponses();
  for (let n = 0; n < 1003; n++) await enqueue(`key-${n}`, AOIFE, create, n);
  for (const { id } of await readEntries())
    await updateEntry(id, ({ createdAt }) => ({ state: 'done', id, doneAt: createdAt }));
  await enqueue('waits', AOIFE, create);
  await purgeOldResponses();
  const ids = (await readEntries()).map(({ id }) => id);
  expect(ids).toHaveLength(1001);
  expect(['key-0', 'key-2', 'key-3', 'key-1002', 'waits'].map((id) => ids.includes(id))).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
});

test('a log-out that waits is sent by a device whose clock is forty days ahead (SEC-06)', async () => {
  await saveQueuedLogOut({ sessionId: 'session-a' });
  moveClock(40);
  const ended: string[] = [];
  vi.stubGlobal('fetch', async (input: Request) => {
    ended.push(input.url);
    throw new TypeError('Failed to fetch');
  });
  expect(await sendQueuedLogOuts()).toBe(1);
  expect(ended).toHaveLength(1);
  vi.stubGlobal('fetch', async () => Response.json({}));
  expect(await sendQueuedLogOuts()).toBe(0);
  expect(await readQueuedLogOuts()).toEqual([]);
});
