import '../support/fake-indexeddb.ts';
import '../support/web-locks.ts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { set } from 'idb-keyval';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DEFAULT_CONFIG } from '../../src/contract/default-config.ts';
import { workerStore } from '../../src/device/worker-copies.ts';
import { StatusNotifications } from '../../src/features/notifications/StatusNotifications.tsx';
import { NotificationOptIn } from '../../src/features/outbox/OutboxList.tsx';
import { TrackingScreen } from '../../src/features/tracking/TrackingScreen.tsx';
import { type PushSubject, readPushCopy, updatePushCopy } from '../../src/push/push-copy.ts';
import { deletePushCopy } from '../../src/push/push-record.ts';
import { watchPushSubscription } from '../../src/push/watch-push.ts';
import { useApp } from '../../src/stores/app.ts';
import { logOutThisDevice } from '../../src/use-cases/session/session.ts';
import { AOIFE } from '../support/account-fixtures.ts';
import { aDelivery, anOrder, GUID } from '../support/delivery-fixtures.ts';
import { fakeApi, problemReply } from '../support/fake-api.ts';
import { renderPages } from '../support/render.tsx';
import { cacheDeliveries, resetDevice, setReachable } from './deliveries-harness.tsx';

const ENDPOINT = 'https://push.example.net/phone';
const KEYS = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) };
const PARCEL: PushSubject = { kind: 'parcel', guid: GUID };
const NOTIFY = { name: 'Notify me about this delivery' };
const NOTIFY_ALL = { name: 'Notify me about all my deliveries' };
const TURN_OFF = { name: 'Turn off notifications' };

let permission: NotificationPermission;
let answer: NotificationPermission;
let hasSubscription: boolean;
const requestPermission = vi.fn(async () => {
  permission = answer;
  return permission;
});
const subscription = {
  toJSON: () => ({ endpoint: ENDPOINT, keys: KEYS }),
  endpoint: ENDPOINT,
  unsubscribe: vi.fn(async () => {
    hasSubscription = false;
    return true;
  }),
};
const subscribe = vi.fn(async (_options: unknown) => {
  hasSubscription = true;
  return subscription;
});
const registration = {
  pushManager: { subscribe, getSubscription: async () => (hasSubscription ? subscription : null) },
};

beforeEach(async () => {
  resetDevice(null);
  await deletePushCopy();
  offerPush();
  [permission, answer, hasSubscription] = ['default', 'granted', false];
  vi.clearAllMocks();
  Object.defineProperty(navigator, 'serviceWorker', {
    value: { getRegistration: async () => registration, ready: Promise.resolve(registration) },
    configurable: true,
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  useApp.setState({ config: DEFAULT_CONFIG });
});

/** The browser and the deployment have push messages. */
function offerPush(): void {
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', {
    get permission() {
      return permission;
    },
    requestPermission,
  });
  useApp.setState({ config: { ...DEFAULT_CONFIG, push: { publicKey: 'BKey' } } });
}

const accept = () => ({ body: {}, status: 201 });

async function open(about: PushSubject = PARCEL) {
  await renderPages({
    '/': () => <StatusNotifications about={about} />,
    '/account': () => <h1>Account</h1>,
  });
  return userEvent.setup();
}
const button = (name: { name: string }) => screen.findByRole('button', name);
/** Waits until the component knows what the browser can do. */
async function expectNothing(): Promise<void> {
  await act(async () => {
    for (let step = 0; step < 5; step += 1) await Promise.resolve();
  });
  expect(screen.queryByRole('region')).toBeNull();
}

describe('Notifications about a delivery', () => {
  test('are asked for only after a press, and then reach this device (PRD-81)', async () => {
    const api = fakeApi({ subscribeToParcel: accept });
    const user = await open();
    await button(NOTIFY);
    expect(requestPermission).not.toHaveBeenCalled();
    await user.click(await button(NOTIFY));
    expect(await screen.findByText("You'll be notified about this delivery.")).toBeVisible();
    expect(requestPermission).toHaveBeenCalledTimes(1);
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BKey' });
    expect(api.callsOf('subscribeToParcel')).toMatchObject([
      { path: `orders/${GUID}/push`, body: { endpoint: ENDPOINT, keys: KEYS } },
    ]);
    cleanup();
    await open({ kind: 'parcel', guid: GUID.toUpperCase() });
    expect(await button(TURN_OFF)).toBeVisible();
    cleanup();
    await open({ kind: 'parcel', guid: 'another' });
    expect(await button(NOTIFY)).toBeVisible();
  });

  test('are turned off at the server, and at the browser after the last one (PRD-81)', async () => {
    const api = fakeApi({ subscribeToParcel: accept, unsubscribePush: () => ({ body: {} }) });
    const user = await open();
    await user.click(await button(NOTIFY));
    await user.click(await button(TURN_OFF));
    expect(await button(NOTIFY)).toBeVisible();
    expect(api.callsOf('unsubscribePush')).toMatchObject([
      { body: { endpoint: ENDPOINT, about: { kind: 'parcel', id: GUID } } },
    ]);
    expect(subscription.unsubscribe).toHaveBeenCalledTimes(1);
  });

  test('of a customer are about one delivery or about all (PRD-81)', async () => {
    resetDevice(AOIFE);
    offerPush();
    const api = fakeApi({ subscribeToDeliveries: accept, unsubscribePush: () => ({ body: {} }) });
    const user = await open({ kind: 'delivery', id: 20417 });
    expect(screen.queryByText(/You can also get emails/)).toBeNull();
    await user.click(await button(NOTIFY));
    expect(await screen.findByText("You'll be notified about this delivery.")).toBeVisible();
    expect(screen.getByRole('link', { name: 'Choose in your account' })).toBeVisible();
    await user.click(await button(NOTIFY_ALL));
    expect(await screen.findByText("You'll be notified about all your deliveries.")).toBeVisible();
    expect(api.callsOf('subscribeToDeliveries').map(({ body }) => body)).toEqual([
      { endpoint: ENDPOINT, keys: KEYS, deliveryId: 20417 },
      { endpoint: ENDPOINT, keys: KEYS },
    ]);
    expect(requestPermission).toHaveBeenCalledTimes(1);
    await user.click(await button(TURN_OFF));
    expect(await screen.findByText("You'll be notified about this delivery.")).toBeVisible();
    expect(subscription.unsubscribe).not.toHaveBeenCalled();
  });

  test('share the question with the notification about sent requests: no one is asked twice (PRD-81)', async () => {
    vi.stubGlobal('SyncManager', class {});
    fakeApi({ subscribeToParcel: accept });
    await renderPages({
      '/': () => (
        <>
          <NotificationOptIn />
          <StatusNotifications about={PARCEL} />
        </>
      ),
    });
    const user = userEvent.setup();
    await user.click(await button({ name: "Notify me when it's sent" }));
    await user.click(await button(NOTIFY));
    expect(await screen.findByText("You'll be notified about this delivery.")).toBeVisible();
    expect(requestPermission).toHaveBeenCalledTimes(1);
  });

  test.each<[NotificationPermission, string]>([
    ['denied', "Notifications are blocked for this site. You can allow them in your browser's settings."],
    ['default', 'You have not allowed notifications. Nothing has changed.'],
  ])('the answer "%s" changes nothing and says so (PRD-81)', async (given, words) => {
    answer = given;
    const api = fakeApi({});
    const user = await open();
    await user.click(await button(NOTIFY));
    expect(await screen.findByText(words)).toBeVisible();
    expect(api.calls).toEqual([]);
  });

  test.each<[string, Parameters<typeof fakeApi>[0], string]>([
    ['no network', {}, 'This did not work. Check your connection and try again.'],
    [
      'a full server',
      { subscribeToParcel: () => problemReply(409, 'PUSH_LIMIT_REACHED') },
      'No more devices can get notifications about this. Turn them off on another device first.',
    ],
  ])('with %s a message says what to do (PRD-81)', async (_, script, words) => {
    fakeApi(script);
    const user = await open();
    await user.click(await button(NOTIFY));
    expect(await screen.findByText(words)).toBeVisible();
    expect(await button(NOTIFY)).toBeVisible();
  });

  test('a browser that reaches no push service says so within five seconds (PRD-81)', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true });
    subscribe.mockImplementationOnce(() => new Promise<never>(() => undefined));
    fakeApi({});
    const user = await open();
    await user.click(await button(NOTIFY));
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(screen.getByText(/can't reach its notification service/)).toBeVisible();
  });

  test('a subscription for an older key of the server is replaced for all notifications that are on (PRD-83)', async () => {
    hasSubscription = true;
    const endpoint = 'https://push.example.net/older';
    await updatePushCopy(() => ({
      endpoint,
      publicKey: 'BOlder',
      subjects: [{ kind: 'parcel', guid: 'another' }],
    }));
    subscribe.mockRejectedValueOnce(new DOMException('other key', 'InvalidStateError'));
    const api = fakeApi({ subscribeToParcel: accept, unsubscribePush: () => ({ body: {} }) });
    const user = await open();
    await user.click(await button(NOTIFY));
    expect(await screen.findByText("You'll be notified about this delivery.")).toBeVisible();
    expect(subscription.unsubscribe).toHaveBeenCalledTimes(1);
    const moved = api.callsOf('subscribeToParcel');
    expect(moved.map(({ path }) => path)).toContain('orders/another/push');
    for (const { body } of moved) expect(body).toMatchObject({ endpoint: ENDPOINT, replaces: endpoint });
    expect(api.callsOf('unsubscribePush')).toMatchObject([{ body: { endpoint } }]);
    expect(await readPushCopy()).toMatchObject({ endpoint: ENDPOINT, publicKey: 'BKey' });
  });

  test('a subscription that the browser has renewed reaches the server at the start of the app (PRD-85)', async () => {
    hasSubscription = true;
    const endpoint = 'https://push.example.net/older';
    await updatePushCopy(() => ({ endpoint, publicKey: 'BKey', subjects: [PARCEL] }));
    const api = fakeApi({ unsubscribePush: () => ({ body: {} }) });
    watchPushSubscription();
    await waitFor(() => expect(api.callsOf('subscribeToParcel')).toHaveLength(1));
    expect((await readPushCopy())?.endpoint).toBe(endpoint);
    setReachable(false);
    fakeApi({ subscribeToParcel: accept, unsubscribePush: () => ({ body: {} }) });
    setReachable(true);
    await waitFor(async () => expect((await readPushCopy())?.endpoint).toBe(ENDPOINT));
  });

  test('offline the button says that it needs a connection (PRD-81)', async () => {
    fakeApi({});
    const user = await open();
    await button(NOTIFY);
    setReachable(false);
    await user.click(await button(NOTIFY));
    expect(screen.getByText('Changing this needs a connection.')).toBeVisible();
    expect(requestPermission).not.toHaveBeenCalled();
    setReachable(true);
  });

  test('are not offered by a deployment whose API has no push messages (PRD-83)', async () => {
    useApp.setState({ config: DEFAULT_CONFIG });
    await open();
    await expectNothing();
  });

  test('are not offered after they were blocked, nor by a browser that has none (PRD-81)', async () => {
    permission = 'denied';
    await open();
    await expectNothing();
    cleanup();
    permission = 'default';
    Reflect.deleteProperty(window, 'PushManager');
    await open();
    await expectNothing();
  });

  test.each(['text', {}, { endpoint: ENDPOINT, publicKey: 'BKey', subjects: [1] }])(
    'damaged data on the device (%j) counts as off (PRD-81)',
    async (data) => {
      hasSubscription = true;
      await set('push', data, workerStore);
      await open();
      expect(await button(NOTIFY)).toBeVisible();
    },
  );

  test('a log-out ends the subscription of the browser, also without a connection (SEC-77)', async () => {
    resetDevice(AOIFE);
    hasSubscription = true;
    await updatePushCopy(() => ({ endpoint: ENDPOINT, publicKey: 'BKey', subjects: [{ kind: 'all' }] }));
    fakeApi({});
    await logOutThisDevice({ retainUnsent: false });
    expect(subscription.unsubscribe).toHaveBeenCalledTimes(1);
    expect(await readPushCopy()).toBeUndefined();
  });

  test('a browser that waits for its push service does not hold up a log-out (SEC-77)', async () => {
    resetDevice(AOIFE);
    fakeApi({});
    hasSubscription = true;
    subscription.unsubscribe.mockImplementationOnce(() => new Promise<boolean>(() => undefined));
    await logOutThisDevice({ retainUnsent: false });
    expect(subscription.unsubscribe).toHaveBeenCalledOnce();
    expect(localStorage).toHaveLength(0);
  });

  test('a browser that cannot end the subscription does not prevent a log-out (SEC-77)', async () => {
    resetDevice(AOIFE);
    hasSubscription = true;
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    subscription.unsubscribe.mockRejectedValueOnce(new Error('no'));
    fakeApi({});
    await logOutThisDevice({ retainUnsent: false });
    expect(warn).toHaveBeenCalledWith('Notifications could not be ended', expect.anything());
    expect(localStorage.length).toBe(0);
  });
});

describe('The offer of notifications', () => {
  const renderNotifications = vi.fn(() => <p>Offer</p>);
  const track = () =>
    renderPages({
      '/': () => <TrackingScreen guid={GUID} onTrack={() => {}} renderNotifications={renderNotifications} />,
      '/deliveries/$deliveryId': () => <h1>Details</h1>,
      '/faq': () => <h1>FAQ</h1>,
    });
  const tracking = (status: number) => ({ body: { ...anOrder({ status }), from: 'Dublin', to: 'Howth' } });

  test('follows a lookup, unless the parcel has arrived (PRD-81)', async () => {
    fakeApi({ trackOrder: () => tracking(3) });
    await track();
    expect(await screen.findByText('Offer')).toBeVisible();
    expect(renderNotifications).toHaveBeenCalledWith({ kind: 'parcel', guid: GUID });
    const timeline = await screen.findByRole('region', { name: 'Timeline' });
    // It appears later than the rest of the page, so on a phone nothing may follow it.
    const position = timeline.compareDocumentPosition(screen.getByText('Offer'));
    expect(position).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    cleanup();
    fakeApi({ trackOrder: () => tracking(5) });
    await track();
    await screen.findByRole('article', { name: 'Tracking result' });
    await waitFor(() => expect(screen.queryByText('Offer')).toBeNull());
  });

  test("is about the customer's own delivery if it is one (PRD-81)", async () => {
    resetDevice(AOIFE);
    const delivery = aDelivery({ status: 2, order: anOrder() });
    cacheDeliveries([delivery]);
    fakeApi({ trackOrder: () => tracking(3), listDeliveryRequests: () => ({ body: [delivery] }) });
    await track();
    expect(await screen.findByText('Offer')).toBeVisible();
    expect(renderNotifications).toHaveBeenLastCalledWith({ kind: 'delivery', id: delivery.id });
  });
});
