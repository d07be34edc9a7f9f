import '../support/web-locks.ts';
import { clear, createStore } from 'idb-keyval';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { saveConfigCopy, saveSessionCopy } from '../../src/device/worker-copies.ts';
import { SYNC_TAG } from '../../src/outbox/channel.ts';
import { type PushCopy, readPushCopy, updatePushCopy } from '../../src/push/push-copy.ts';
import { deletePushCopy } from '../../src/push/push-record.ts';
import { dispatchExtendableEvent, runInWorker } from '../support/service-worker.ts';

const GUID = '7f3c9e1a-52d8-4b06-9c1e-0a4f6a1d2b3c';
const OLD = 'https://push.test/old';
const NEW = 'https://push.test/new';
const KEYS = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) };
const COPY: PushCopy = {
  endpoint: OLD,
  publicKey: 'BKey',
  subjects: [{ kind: 'all' }, { kind: 'delivery', id: 7 }, { kind: 'parcel', guid: GUID }],
};
type Call = { path: string; token: string | null; body: { endpoint: string; replaces?: string } };

const renewed = {
  endpoint: NEW,
  toJSON: () => ({ endpoint: NEW, keys: KEYS }),
  unsubscribe: vi.fn(async () => true),
};
const pushManager = {
  getSubscription: vi.fn(async () => null as typeof renewed | null),
  subscribe: vi.fn(async (_options: object) => renewed),
};
const register = vi.fn(async (_tag: string) => undefined);
const notification = { permission: 'granted' };
const worker = Object.assign(new EventTarget(), {
  clients: { matchAll: async () => [] },
  registration: { pushManager, sync: { register } },
});
/** What the server has stored: subjects by endpoint. */
let rows: Set<string>;
let calls: Call[];
let respond: (call: Call) => Response | Promise<Response>;

const changeSubscription = (newSubscription: object | null = renewed) =>
  dispatchExtendableEvent(worker, 'pushsubscriptionchange', { oldSubscription: null, newSubscription });
const sync = () => dispatchExtendableEvent(worker, 'sync', { tag: SYNC_TAG });

/** Stores as the server does: one row for each endpoint and subject. */
function store({ path, body }: Call): Response {
  if (path === '/api/push/unsubscribe') {
    rows = new Set([...rows].filter((row) => !row.startsWith(body.endpoint)));
    return Response.json({});
  }
  const subject = `${path} ${'deliveryId' in body ? body.deliveryId : ''}`.trim();
  rows.delete(`${body.replaces} ${subject}`);
  rows.add(`${body.endpoint} ${subject}`);
  return Response.json({}, { status: 201 });
}
const rowsAt = (endpoint: string) => [
  `${endpoint} /api/push/subscriptions`,
  `${endpoint} /api/push/subscriptions 7`,
  `${endpoint} /api/orders/${GUID}/push`,
];

beforeAll(async () => {
  vi.stubGlobal('self', worker);
  vi.stubGlobal('Notification', notification);
  await runInWorker('sync', 'drainOnSync');
  await runInWorker('push', 'sendRenewedSubscription');
});

beforeEach(async () => {
  vi.clearAllMocks();
  notification.permission = 'granted';
  rows = new Set(rowsAt(OLD));
  calls = [];
  respond = store;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const path = new URL(request.url).pathname;
    if (path === '/healthz') return Response.json({ status: 'ok' });
    const call = { path, token: request.headers.get('authorization'), body: await request.json() };
    calls.push(call);
    return respond(call);
  });
  await clear(createStore('send-outbox', 'entries'));
  await saveSessionCopy({ token: 'token-a', account: 'aoife@example.ie' });
  await saveConfigCopy({
    apiBase: 'http://send.test/api',
    hookBase: 'http://send.test/hook',
    idempotency: { api: true, hook: true },
  });
  await updatePushCopy(() => COPY);
});

test('a renewed subscription replaces the earlier one at the server (PRD-85)', async () => {
  await changeSubscription();
  expect([...rows].toSorted()).toEqual(rowsAt(NEW).toSorted());
  expect(calls[0]).toMatchObject({
    token: 'Bearer token-a',
    body: { endpoint: NEW, keys: KEYS, replaces: OLD },
  });
  expect(calls.at(-1)).toMatchObject({ path: '/api/push/unsubscribe', body: { endpoint: OLD } });
  expect(await readPushCopy()).toEqual({ ...COPY, endpoint: NEW });
  const sent = calls.length;
  await changeSubscription();
  await sync();
  expect(calls).toHaveLength(sent);
});

test('a browser whose event has no new subscription subscribes again with the same key (PRD-85)', async () => {
  await changeSubscription(null);
  expect(pushManager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BKey' });
  expect([...rows].toSorted()).toEqual(rowsAt(NEW).toSorted());
});

test('a renewal without a connection is sent again at each sync event until it has arrived (PRD-85)', async () => {
  pushManager.getSubscription.mockResolvedValue(renewed);
  respond = () => Promise.reject(new TypeError('Failed to fetch'));
  await changeSubscription();
  expect(register).toHaveBeenCalledWith(SYNC_TAG);
  expect((await readPushCopy())?.endpoint).toBe(OLD);
  // The server stores it, but the response to the second subject is lost.
  respond = (call) => {
    const response = store(call);
    if (calls.length === 3) throw new TypeError('Failed to fetch');
    return response;
  };
  calls = [];
  await sync().catch(() => undefined);
  respond = () => new Response('', { status: 503 });
  await expect(sync()).rejects.toThrow('The renewed push subscription has not been sent yet');
  respond = store;
  await sync();
  expect([...rows].toSorted()).toEqual(rowsAt(NEW).toSorted());
  expect((await readPushCopy())?.endpoint).toBe(NEW);
  pushManager.getSubscription.mockResolvedValue(null);
});

test('a subject that the server rejects, because it has ended, is not sent again (PRD-85)', async () => {
  respond = (call) =>
    call.path === '/api/push/subscriptions'
      ? Response.json({ title: 'UNAUTHORIZED' }, { status: 401 })
      : store(call);
  await changeSubscription();
  expect([...rows]).toEqual([`${NEW} /api/orders/${GUID}/push`]);
  expect(await readPushCopy()).toMatchObject({ endpoint: NEW, subjects: [{ kind: 'parcel', guid: GUID }] });
});

test('a log-out during the renewal ends the new subscription too (SEC-77)', async () => {
  respond = async (call) => {
    if (call.path === '/api/push/unsubscribe') await deletePushCopy();
    return store(call);
  };
  await changeSubscription();
  expect(renewed.unsubscribe).toHaveBeenCalledTimes(1);
  expect(await readPushCopy()).toBeUndefined();
});

test('a device without notifications, or one that blocks them, sends nothing (PRD-85)', async () => {
  notification.permission = 'denied';
  await changeSubscription(null);
  expect(pushManager.subscribe).not.toHaveBeenCalled();
  notification.permission = 'granted';
  await deletePushCopy();
  await changeSubscription();
  expect(calls).toEqual([]);
});

test('a browser that cannot subscribe now tries again later (PRD-85)', async () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => {});
  pushManager.subscribe.mockRejectedValueOnce(new DOMException('no service', 'AbortError'));
  await changeSubscription(null);
  expect(info).toHaveBeenCalledTimes(1);
  expect(register).toHaveBeenCalledWith(SYNC_TAG);
  await sync();
  expect([...rows].toSorted()).toEqual(rowsAt(NEW).toSorted());
});
