import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { saveSessionCopy } from '../../src/device/worker-copies.ts';
import { dispatchExtendableEvent, runInWorker } from '../support/service-worker.ts';

const GUID = '7f3c9e1a-52d8-4b06-9c1e-0a4f6a1d2b3c';
const MESSAGE = {
  guid: GUID,
  status: 'delivered',
  day: '2026-11-20',
  slot: '14:00 - 16:00',
  isCustomers: true,
};

const shown: { title: string; options: { tag: string; data: { url: string } } }[] = [];
const setAppBadge = vi.fn(async (_count: number) => {});
const page = { focus: vi.fn(async () => {}), navigate: vi.fn(async () => {}) };
const clients = { matchAll: vi.fn(async () => [] as (typeof page)[]), openWindow: vi.fn(async () => {}) };
const worker = Object.assign(new EventTarget(), {
  clients,
  location: new URL('https://send.test/sw.js'),
  navigator: { setAppBadge },
  registration: {
    showNotification: async (title: string, options: (typeof shown)[number]['options']) => {
      shown.splice(0, shown.length, ...shown.filter(({ options: { tag } }) => tag !== options.tag));
      shown.push({ title, options });
    },
    getNotifications: async () => shown,
  },
});

const push = (text: string | null) =>
  dispatchExtendableEvent(worker, 'push', { data: text === null ? null : { json: () => JSON.parse(text) } });

beforeAll(async () => {
  vi.stubGlobal('self', worker);
  await runInWorker('push', 'showPushMessages');
  await runInWorker('sync', 'openOnNotificationClick');
});
beforeEach(async () => {
  shown.length = 0;
  vi.clearAllMocks();
  worker.navigator = { setAppBadge };
  await saveSessionCopy({ token: 'token-a', account: 'aoife@example.ie' });
});

test('a push message shows the status and sets the badge (PRD-84)', async () => {
  await push(JSON.stringify(MESSAGE));
  expect(shown).toMatchObject([
    {
      title: 'Delivered',
      options: {
        body: 'Open to follow your delivery.',
        tag: GUID,
        renotify: true,
        data: { url: `/tracking?guid=${GUID}` },
      },
    },
  ]);
  expect(setAppBadge).toHaveBeenCalledWith(1);
});

test('a newer status of a parcel replaces the older one, and another parcel gets its own (PRD-84)', async () => {
  await push(JSON.stringify({ ...MESSAGE, status: 'inTransit', day: null }));
  await push(JSON.stringify(MESSAGE));
  await push(JSON.stringify({ ...MESSAGE, guid: 'another', status: 'canceled' }));
  expect(shown.map(({ title }) => title)).toEqual(['Delivered', 'Canceled']);
  expect(setAppBadge).toHaveBeenLastCalledWith(2);
});

test.each([null, '{', '"delivered"', '{"guid":"x","status":"stolen","isCustomers":false}'])(
  'a message that cannot be read (%s) shows no details (PRD-84)',
  async (text) => {
    await push(text);
    expect(shown).toMatchObject([
      { title: 'Your delivery has news', options: { data: { url: '/deliveries' } } },
    ]);
  },
);

test('after a log-out a message for the customer shows no details, and one for a guest does (SEC-77)', async () => {
  await saveSessionCopy(undefined);
  await push(JSON.stringify(MESSAGE));
  expect(shown.map(({ title }) => title)).toEqual(['Your delivery has news']);
  await push(JSON.stringify({ ...MESSAGE, isCustomers: false }));
  expect(shown.map(({ title }) => title)).toEqual(['Your delivery has news', 'Delivered']);
});

test('a click opens the tracking page, in an open tab if there is one (PRD-84)', async () => {
  await push(JSON.stringify(MESSAGE));
  const notification = { data: shown[0]?.options.data, close: vi.fn(() => void shown.pop()) };
  await dispatchExtendableEvent(worker, 'notificationclick', { notification });
  expect(notification.close).toHaveBeenCalled();
  expect(clients.openWindow).toHaveBeenCalledWith(`https://send.test/tracking?guid=${GUID}`);
  expect(setAppBadge).toHaveBeenLastCalledWith(0);
  clients.matchAll.mockResolvedValueOnce([page]);
  await dispatchExtendableEvent(worker, 'notificationclick', { notification });
  expect(page.navigate).toHaveBeenCalledWith(`https://send.test/tracking?guid=${GUID}`);
});

test('a system without badges, or one that refuses them, shows the notification all the same (PRD-84)', async () => {
  setAppBadge.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'));
  const info = vi.spyOn(console, 'info').mockImplementation(() => {});
  await push(JSON.stringify(MESSAGE));
  expect(info).toHaveBeenCalled();
  Reflect.deleteProperty(worker.navigator, 'setAppBadge');
  await push(JSON.stringify(MESSAGE));
  expect(shown).toHaveLength(1);
});
