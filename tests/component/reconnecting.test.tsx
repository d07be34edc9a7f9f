import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useApp } from '../../src/stores/app.ts';
import { useTracked } from '../../src/stores/tracked.ts';
import { aDelivery, anOrder, GUID } from '../support/delivery-fixtures.ts';
import { fakeApi } from '../support/fake-api.ts';
import {
  button,
  cacheDeliveries,
  openDeliveries,
  openDetails,
  openTracking,
  resetDevice,
  setReachable,
} from './deliveries-harness.tsx';

const TRACKING = { ...anOrder(), from: 'Dublin', to: 'Howth' };
const DELIVERY = aDelivery({ id: 1, status: 2, order: anOrder() });
const found = { trackOrder: () => ({ body: TRACKING }) };
const badGateway = () => ({ status: 502, body: { title: 'BAD_GATEWAY', status: 502 } });
const storeTracked = () =>
  useTracked.getState().upsert({ guid: GUID, tracking: TRACKING, at: Date.now() - 42 * 60_000 });
const result = () => screen.findByRole('article', { name: 'Tracking result' });
const setPortal = (needsNetworkSignIn: boolean) =>
  act(() => {
    useApp.setState({ needsNetworkSignIn });
  });
/**
 * Lets fake time pass in short steps. A response needs real time, too: in one long step, all of it would have passed
 * before the app has read the response and started its next timer.
 */
async function advance(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    await act(() => vi.advanceTimersByTimeAsync(500));
    await act(() => new Promise((resolve) => setImmediate(resolve)));
  }
}

beforeEach(() => {
  useApp.setState({ isReachable: true, needsNetworkSignIn: false });
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
});
afterEach(() => vi.useRealTimers());

describe('After reconnecting, a guest', () => {
  beforeEach(() => resetDevice(null));

  test('sees a stored package refreshed at once, with one request (TRK-16)', async () => {
    storeTracked();
    const api = fakeApi({});
    setReachable(false);
    await openTracking(GUID);
    const card = within(await result());
    expect(await card.findByText("Couldn't refresh.")).toBeVisible();
    Object.assign(api.script, found);
    api.calls.length = 0;
    setReachable(true);
    await waitFor(() => expect(card.queryByText("Couldn't refresh.")).toBeNull());
    expect(card.getByText(/^Updated (just now|\d+ s)/)).toBeVisible();
    await advance(60_000);
    expect(api.callsOf('trackOrder')).toHaveLength(1);
  });

  test('sees a package that the device had not stored, and never another reason for the failure (TRK-16)', async () => {
    const api = fakeApi({});
    setReachable(false);
    await openTracking(GUID);
    expect(await screen.findByText(/^This device has not saved this package/)).toBeVisible();
    let respond = () => {};
    api.script.trackOrder = () =>
      new Promise((resolve) => {
        respond = () => resolve({ body: TRACKING });
      });
    api.calls.length = 0;
    setReachable(true);
    await waitFor(() => expect(api.callsOf('trackOrder')).toHaveLength(1));
    expect(screen.getByText(/^This device has not saved this package/)).toBeVisible();
    expect(screen.queryByText(/Something went wrong/)).toBeNull();
    respond();
    expect(await result()).toBeVisible();
    expect(api.callsOf('trackOrder')).toHaveLength(1);
  });

  test('sees the package once a gateway passes requests on again, without pressing anything (TRK-16)', async () => {
    const api = fakeApi({ trackOrder: badGateway });
    await openTracking(GUID);
    expect(await screen.findByText(/^Something went wrong on our side/)).toBeVisible();
    setReachable(false);
    expect(screen.getByText(/^Something went wrong on our side/)).toBeVisible();
    setReachable(true);
    await advance(60_000);
    const attempts = api.callsOf('trackOrder').length;
    expect(attempts).toBeGreaterThan(2);
    expect(attempts).toBeLessThan(7);
    Object.assign(api.script, found);
    await advance(60_000);
    expect(await result()).toBeVisible();
    expect(api.callsOf('trackOrder')).toHaveLength(attempts + 1);
  });

  test('behind a captive portal is told so, and sees the package after signing in (TRK-16)', async () => {
    const api = fakeApi({});
    setPortal(true);
    await openTracking(GUID);
    expect(await screen.findByText(/^This network needs you to sign in/)).toBeVisible();
    await advance(120_000);
    expect(api.callsOf('trackOrder')).toHaveLength(1);
    Object.assign(api.script, found);
    setPortal(false);
    expect(await result()).toBeVisible();
    expect(api.callsOf('trackOrder')).toHaveLength(2);
  });

  test('is not asked for again while the page is hidden, or after the server has refused (TRK-16)', async () => {
    const api = fakeApi({ trackOrder: () => ({ status: 403, body: { title: 'FORBIDDEN', status: 403 } }) });
    await openTracking(GUID);
    await screen.findByText("Couldn't look up this package");
    await advance(200_000);
    expect(api.callsOf('trackOrder')).toHaveLength(1);
  });

  test('sees a response that arrives after they have stopped waiting (TRK-16)', async () => {
    storeTracked();
    const api = fakeApi(found);
    const { user } = await openTracking(GUID);
    const card = within(await result());
    let respond = () => {};
    api.script.trackOrder = () =>
      new Promise((resolve) => {
        respond = () => resolve({ body: TRACKING });
      });
    await user.click(card.getByRole('button', { name: 'Refresh' }));
    await advance(8500);
    await user.click(card.getByRole('button', { name: 'Cancel' }));
    expect(card.getByText("Couldn't refresh.")).toBeVisible();
    await act(async () => respond());
    await waitFor(() => expect(card.queryByText("Couldn't refresh.")).toBeNull());
  });
});

describe('After reconnecting, a customer', () => {
  beforeEach(() => {
    resetDevice();
    cacheDeliveries([DELIVERY], Date.now() - 42 * 60_000);
  });
  const results = () => screen.findByRole('region', { name: 'Tracking Results' });
  const failures = () => screen.queryAllByText(/^Couldn't refresh/);

  test('sees the tracked delivery refreshed, and no failure beside a new age (TRK-16)', async () => {
    const api = fakeApi({});
    setReachable(false);
    await openTracking(GUID);
    await results();
    await waitFor(() => expect(failures()).toHaveLength(1));
    Object.assign(api.script, found, { listDeliveryRequests: () => ({ body: [DELIVERY] }) });
    api.calls.length = 0;
    setReachable(true);
    await waitFor(() => expect(failures()).toHaveLength(0));
    await advance(60_000);
    expect(api.callsOf('trackOrder')).toHaveLength(1);
    expect(api.callsOf('listDeliveryRequests')).toHaveLength(1);
  });

  test('sees no failure of a lookup about a delivery that the list has confirmed since (TRK-16)', async () => {
    let confirm = () => {};
    fakeApi({
      trackOrder: badGateway,
      listDeliveryRequests: () =>
        new Promise((resolve) => {
          confirm = () => resolve({ body: [DELIVERY] });
        }),
    });
    await openTracking(GUID);
    await waitFor(() => expect(failures()).toHaveLength(1));
    await act(async () => confirm());
    await waitFor(() => expect(failures()).toHaveLength(0));
    expect(within(await results()).getByText(/^Updated (just now|\d+ s)/)).toBeVisible();
  });

  test('sees a delivery that the device had not stored (REL-19)', async () => {
    const other = { ...DELIVERY, id: 9 };
    const api = fakeApi({});
    setReachable(false);
    await openDetails(9);
    expect(await screen.findByText(/^This device has not saved this delivery/)).toBeVisible();
    api.script.getDeliveryRequest = () => ({ body: other });
    api.calls.length = 0;
    setReachable(true);
    expect(await screen.findByRole('tab', { name: 'Timeline' })).toBeVisible();
    expect(api.callsOf('getDeliveryRequest')).toHaveLength(1);
  });

  test('sees the list of deliveries after a gateway failed, worded by that failure (REL-19)', async () => {
    resetDevice();
    const api = fakeApi({ listDeliveryRequests: badGateway });
    await openDeliveries();
    expect(await screen.findByText(/^Something went wrong on our side/)).toBeVisible();
    setReachable(false);
    expect(screen.getByText(/^Something went wrong on our side/)).toBeVisible();
    api.script.listDeliveryRequests = () => ({ body: [DELIVERY] });
    setReachable(true);
    expect(await screen.findByRole('link', { name: /Howth/ })).toBeVisible();
    expect(button('Refresh')).toBeVisible();
  });
});
