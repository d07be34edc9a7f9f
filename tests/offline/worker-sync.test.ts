import { clear, createStore } from 'idb-keyval';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  readQueuedLogOuts,
  saveConfigCopy,
  saveQueuedLogOut,
  saveSessionCopy,
} from '../../src/device/worker-copies.ts';
import { SYNC_TAG } from '../../src/outbox/channel.ts';
import type { Intent } from '../../src/outbox/entry.ts';
import { enqueue, readEntry } from '../../src/outbox/queue.ts';
import { dispatchExtendableEvent, runInWorker } from '../support/service-worker.ts';
import { deliveryRequest, FakeServer } from './fake-server.ts';
import '../support/web-locks.ts';

const AOIFE = { token: 'token-a', account: 'aoife@example.com' };
const create: Intent = { kind: 'createDeliveryRequest', body: deliveryRequest() };
const guest: Intent = {
  kind: 'submitGuestRequest',
  request: deliveryRequest(),
  body: { firstName: 'Nuala', lastName: 'Byrne', phone: '', email: '', pickup: 'A', dropoff: 'B', note: '' },
};
const showNotification = vi.fn(async () => undefined);
const worker = Object.assign(new EventTarget(), {
  clients: { matchAll: async () => [] },
  registration: { showNotification },
});
let server: FakeServer;
let isReachable = true;

/** The promise determines whether the browser wakes the worker again. */
const wake = () => dispatchExtendableEvent(worker, 'sync', { tag: SYNC_TAG });

beforeAll(async () => {
  vi.stubGlobal('self', worker);
  vi.stubGlobal('Notification', { permission: 'granted' });
  await runInWorker('sync', 'drainOnSync');
});

beforeEach(async () => {
  server = new FakeServer();
  isReachable = true;
  vi.stubGlobal('fetch', async (...parameters: Parameters<typeof fetch>) => {
    if (!String(parameters[0]).endsWith('/healthz')) return server.fetch(...parameters);
    if (!isReachable) throw new TypeError('Failed to fetch');
    return Response.json({ status: 'ok' });
  });
  showNotification.mockClear();
  await clear(createStore('send-outbox', 'entries'));
  await saveSessionCopy(AOIFE);
  await saveConfigCopy({
    apiBase: 'http://send.test/api',
    hookBase: 'http://send.test/hook',
    idempotency: { api: true, hook: true },
  });
});

test('the worker sends waiting requests under their keys and shows a notification (REL-05)', async () => {
  await enqueue('key-1', AOIFE.account, create);
  await wake();
  expect(server.rows).toMatchObject([{ key: 'key-1', owner: `Bearer ${AOIFE.token}` }]);
  expect(showNotification).toHaveBeenCalledWith('Ready to pay', expect.objectContaining({ tag: 'key-1' }));
});

test('the notification asks for no payment of a delivery that cannot be paid yet (PLC-03, REL-23)', async () => {
  server.created = { unclearPlaces: ['pickUp'] };
  await enqueue('key-1', AOIFE.account, create);
  await wake();
  expect(showNotification).toHaveBeenCalledWith(
    'Your request has been sent',
    expect.objectContaining({ body: 'We have received it.', data: { url: '/deliveries/1' } }),
  );
});

test('the worker sends log-outs that wait, and asks for another sync event until they are sent (SEC-06)', async () => {
  await saveQueuedLogOut({ sessionId: 'session-a' });
  server.faults = [{ status: 503 }];
  await expect(wake()).rejects.toThrow('log-outs still wait');
  expect(await readQueuedLogOuts()).toHaveLength(1);
  vi.stubGlobal('fetch', async () => Response.json({}));
  await wake();
  expect(await readQueuedLogOuts()).toEqual([]);
});

test('the worker asks for another sync event while something waits (REL-05)', async () => {
  server.faults = [{ status: 503 }];
  await enqueue('key-1', AOIFE.account, create);
  await expect(wake()).rejects.toThrow('still wait');
  expect(await readEntry('key-1')).toMatchObject({ state: 'queued', sendOutcome: 'unknown' });
});

test('the worker attempts nothing while the server does not respond, whatever the browser reports (REL-01)', async () => {
  isReachable = false;
  await enqueue('key-1', AOIFE.account, create);
  await expect(wake()).rejects.toThrow('still wait');
  expect(server.calls).toEqual([]);
  expect(await readEntry('key-1')).toMatchObject({ state: 'queued', sendOutcome: 'notSent' });
});

test('the worker sends requests of guests and none of an account that has logged out (REL-04)', async () => {
  await saveSessionCopy(undefined);
  await enqueue('hers', AOIFE.account, create, 1);
  await enqueue('of a guest', null, guest, 2);
  await wake();
  expect(server.rows).toMatchObject([{ key: 'of a guest', owner: 'guest' }]);
});

test('the worker shows no notification of requests of another account (SES-04)', async () => {
  await enqueue('key-1', AOIFE.account, create);
  server.onCall = () => void saveSessionCopy({ token: 'token-b', account: 'brian@example.com' });
  await wake();
  expect(await readEntry('key-1')).toMatchObject({ state: 'sent' });
  expect(showNotification).not.toHaveBeenCalled();
});
