import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CACHED_AT_HEADER } from '../../src/api/send-call.ts';
import { TRACKING_REFRESH_IN_TRANSIT_MS, TRACKING_REFRESH_MS } from '../../src/contract/constants.ts';
import { resetStores } from '../../src/stores/reset.ts';
import { useTracked } from '../../src/stores/tracked.ts';
import { useUser } from '../../src/stores/user.ts';
import { lookUpPackage } from '../../src/use-cases/tracking/look-up-package.ts';
import { AOIFE } from '../support/account-fixtures.ts';
import { aDelivery, anOrder, GUID } from '../support/delivery-fixtures.ts';
import { fakeApi, problemReply } from '../support/fake-api.ts';
import {
  button,
  cacheDeliveries,
  openTracking,
  resetDevice,
  setReachable,
  tab,
} from './deliveries-harness.tsx';

const ANSWER = { ...anOrder(), from: 'Dublin', to: 'Howth' };
const found = (status = 3) => ({ trackOrder: () => ({ body: { ...ANSWER, status } }) });
const numberField = () => screen.getByLabelText<HTMLInputElement>('Tracking number');
const result = () => screen.findByRole('article', { name: 'Tracking result' });

afterEach(() => vi.useRealTimers());

describe('Tracking as a guest', () => {
  beforeEach(() => resetDevice(null));

  test('finds a package by its number and ignores spaces around it (TRK-02, TRK-06)', async () => {
    const api = fakeApi(found());
    const { user } = await openTracking();
    await user.type(numberField(), `  ${GUID}  `);
    await user.click(button('Track Package'));
    const announced = screen.getAllByRole('status');
    const card = within(await result());
    expect(announced.map(({ textContent }) => textContent)).toContain('Package found: In Transit');
    expect(api.callsOf('trackOrder')).toMatchObject([{ path: `orders/${GUID}/tracking` }]);
    for (const words of ['In Transit', 'On its way to Howth', 'Dublin', 'Howth', 'SND-20417']) {
      expect(card.getByText(words)).toBeVisible();
    }
    expect(card.getByText(/^Order In Transit, /)).toBeVisible();
    expect(screen.getByText('Your package is on its way.')).toBeVisible();
  });

  test('shows the day and time of arrival first (TRK-10)', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00Z'), toFake: ['Date'] });
    const order = { ...ANSWER, deliveryDate: '2026-11-21', deliveryTime: '14:00-16:00' };
    fakeApi({ trackOrder: () => ({ body: order }) });
    await openTracking(GUID);
    const card = within(await result());
    expect(card.getByRole('heading', { level: 2 }).textContent).toBe('Tomorrow, 2 to 4 PM');
    expect(card.getByText('On its way to Howth')).toBeVisible();
  });

  test('shares the full link of a result, or copies it if the browser cannot share (TRK-11)', async () => {
    fakeApi(found());
    const { user } = await openTracking(GUID);
    await result();
    const url = `${location.origin}/tracking?guid=${GUID}`;
    await user.click(button('Share tracking'));
    expect(await navigator.clipboard.readText()).toBe(url);
    expect(button('Link copied')).toBeVisible();

    const share = vi.fn(async () => {});
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    await user.click(button('Link copied'));
    Reflect.deleteProperty(navigator, 'share');
    expect(share).toHaveBeenCalledWith({ title: 'Track this package', url });
  });

  test('says that the position on the map is not live (TRK-12)', async () => {
    fakeApi(found());
    await openTracking(GUID);
    await result();
    expect(
      await screen.findByText(/The package on the line shows the progress, not its live position\./),
    ).toBeVisible();
  });

  test('finds the number in a pasted link or message (TRK-09)', async () => {
    const api = fakeApi(found());
    const { user } = await openTracking();
    await user.click(numberField());
    await user.paste(
      `Your parcel is on its way: https://send.example/tracking?guid=${GUID} – Reference SND-20417`,
    );
    await user.click(button('Track Package'));
    await result();
    expect(api.callsOf('trackOrder')).toMatchObject([{ path: `orders/${GUID}/tracking` }]);
    expect(numberField().value).toBe(GUID);
  });

  test('disables Track Package without a number (TRK-06)', async () => {
    fakeApi({});
    const { user } = await openTracking();
    expect(button('Track Package').disabled).toBe(true);
    await user.type(numberField(), '   ');
    expect(button('Track Package').disabled).toBe(true);
    await user.type(numberField(), '7');
    expect(button('Track Package').disabled).toBe(false);
  });

  test('submits the form before hydration', async () => {
    fakeApi({});
    await openTracking();
    const form = numberField().closest('form');
    expect(form?.getAttribute('method')).toBe('get');
    expect(form?.getAttribute('action')).toBe('/tracking');
    expect(numberField().name).toBe('guid');
  });

  test('shows the result of a link at once (TRK-01)', async () => {
    fakeApi(found(5));
    await openTracking(GUID);
    expect(within(await result()).getByText('Delivered in Howth')).toBeVisible();
    expect(numberField().value).toBe(GUID);
  });

  test.each([404, 400])('says that there is no such package (%i)', async (status) => {
    fakeApi({ trackOrder: () => problemReply(status, 'ORDER_NOT_FOUND') });
    await openTracking('nope');
    expect(await screen.findByText('No package found')).toBeVisible();
    expect(screen.getByText(/The order does not exist/)).toBeVisible();
    expect(screen.queryByRole('article')).toBeNull();
  });

  test('offline, shows the last known status, its age and that it could not be checked', async () => {
    useTracked.getState().upsert({ guid: GUID, tracking: ANSWER, at: Date.now() - 42 * 60_000 });
    fakeApi({});
    setReachable(false);
    await openTracking(GUID);
    const card = within(await result());
    expect(await card.findByText('Updated 42 min ago')).toBeVisible();
    expect(await card.findByText("Couldn't refresh.")).toBeVisible();
    expect(card.getByText(/^This may be out of date\./)).toBeVisible();
  });

  test('on a slow network shows the cached response with its age', async () => {
    const cachedAt = Date.now() - 42 * 60_000;
    fakeApi({
      trackOrder: () => ({ body: ANSWER, headers: { [CACHED_AT_HEADER]: String(cachedAt) } }),
    });
    await openTracking(GUID);
    const card = within(await result());
    expect(await card.findByText('Updated 42 min ago')).toBeVisible();
    expect(await card.findByText(/This may be out of date\./)).toBeVisible();
  });

  test('can retry if nothing is cached and the server does not respond', async () => {
    const api = fakeApi({});
    const { user } = await openTracking(GUID);
    await screen.findByText("Couldn't look up this package");
    Object.assign(api.script, found());
    await user.click(button('Try again'));
    expect(await result()).toBeVisible();
  });

  test('keeps lookups of a guest after a login, and removes those of an account at log-out', () => {
    const { upsert: keep } = useTracked.getState();
    keep({ guid: 'mine', tracking: ANSWER, at: 1 });
    keep({ guid: 'theirs', tracking: ANSWER, at: 1, owner: 'aoife@example.ie' });
    resetStores();
    expect(useTracked.getState().list.map(({ guid }) => guid)).toEqual(['mine']);
  });

  test('keeps the package of a guest also if an account has looked it up meanwhile (TRK-17)', async () => {
    useTracked.getState().upsert({ guid: GUID, tracking: ANSWER, at: 1, requestId: 7 });
    fakeApi(found());
    useUser.setState({ user: AOIFE });
    await lookUpPackage(GUID);
    expect(useTracked.getState().list).toHaveLength(1);
    expect(useTracked.getState().list[0]?.at).toBeGreaterThan(1);
    resetStores();
    expect(useTracked.getState().list).toMatchObject([{ guid: GUID, requestId: 7 }]);
  });
});

describe('Automatic refresh of tracking', () => {
  beforeEach(() => {
    resetDevice(null);
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });
  const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  test('happens every 15 minutes while the package is under way', async () => {
    const api = fakeApi(found(3));
    await openTracking(GUID);
    await result();
    await advance(TRACKING_REFRESH_IN_TRANSIT_MS - 5000);
    expect(api.calls).toHaveLength(1);
    api.script.trackOrder = () => ({ body: { ...ANSWER, status: 5 } });
    await advance(10_000);
    expect(api.calls).toHaveLength(2);
    expect(await screen.findByText('Since you last looked: delivered')).toBeVisible();
  });

  test('happens every 30 minutes before that', async () => {
    const api = fakeApi(found(2));
    await openTracking(GUID);
    await result();
    await advance(TRACKING_REFRESH_MS - 5000);
    expect(api.calls).toHaveLength(1);
    await advance(10_000);
    expect(api.calls).toHaveLength(2);
  });

  test.each([5, 6, 8])('never happens after the end of the delivery (order status %i)', async (status) => {
    const api = fakeApi(found(status));
    await openTracking(GUID);
    await result();
    await advance(3 * TRACKING_REFRESH_MS);
    expect(api.calls).toHaveLength(1);
  });

  test('pauses while the tab is hidden and catches up when it becomes visible (TRK-07)', async () => {
    const api = fakeApi(found(3));
    await openTracking(GUID);
    await result();
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await advance(3 * TRACKING_REFRESH_IN_TRANSIT_MS);
    expect(api.calls).toHaveLength(1);
    visibility.mockReturnValue('visible');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await advance(100);
    expect(api.calls).toHaveLength(2);
  });
});

describe('Tracking as a customer', () => {
  const DELIVERY_IN_TRANSIT = aDelivery({ id: 1, status: 2, order: anOrder() });
  const SCHEDULED_DELIVERY = aDelivery({
    id: 2,
    status: 2,
    dropOffSnapshot: { name: 'Malahide' },
    order: anOrder({ id: 2, guid: 'other', status: 2 }),
  });
  const UNPAID_DELIVERY = aDelivery({ id: 3, status: 0, dropOffSnapshot: { name: 'Swords' } });
  const list = [DELIVERY_IN_TRANSIT, SCHEDULED_DELIVERY, UNPAID_DELIVERY];
  const results = () => screen.findByRole('region', { name: 'Tracking Results' });
  const cards = () => screen.queryAllByRole('article');

  beforeEach(() => {
    resetDevice();
    cacheDeliveries(list);
  });

  test('lists the deliveries and filters them by status and text (TRK-03)', async () => {
    fakeApi({ listDeliveryRequests: () => ({ body: list }) });
    const { user } = await openTracking();
    expect(screen.getAllByRole('tab').map((one) => one.textContent)).toEqual([
      'All',
      'Accepted',
      'Scheduled',
      'In Transit',
      'Delivered',
    ]);
    expect(cards()).toHaveLength(3);
    expect(screen.getByRole('article', { name: /^Rathmines to Howth/ }).textContent).toMatch(
      /^Rathmines to HowthSND-\S+In Transit.*Track$/,
    );
    expect(screen.getByRole('link', { name: 'Open My Deliveries' }).getAttribute('href')).toBe('/deliveries');
    await user.click(tab('Scheduled'));
    expect(cards()).toHaveLength(1);
    await user.click(tab('Delivered'));
    expect(screen.getByText('No deliveries are Delivered')).toBeVisible();
    await user.click(tab('All'));
    await user.type(screen.getByLabelText('Search deliveries'), 'swords');
    expect(cards()).toHaveLength(1);
  });

  test('shows the result of a delivery by its button and can close it', async () => {
    fakeApi({ listDeliveryRequests: () => ({ body: list }), ...found() });
    const { user } = await openTracking();
    await user.click(button(/^Track Rathmines to Howth, SND-/));
    const banner = within(await results());
    expect(banner.getByText('On its way to Howth')).toBeVisible();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Tracking Results'));
    await user.click(banner.getByRole('button', { name: 'Close tracking results' }));
    expect(screen.queryByRole('region', { name: 'Tracking Results' })).toBeNull();
  });

  test('disables tracking of a delivery without a number', async () => {
    fakeApi({});
    await openTracking();
    expect(screen.queryByRole('button', { name: /Track .* to Swords/ })).toBeNull();
    expect(screen.getByText('No tracking number yet')).toBeVisible();
  });

  test('shows the delivery of a link (TRK-04)', async () => {
    fakeApi({ listDeliveryRequests: () => ({ body: list }), ...found() });
    await openTracking(GUID);
    expect(within(await results()).getAllByText('Rathmines').length).toBeGreaterThan(0);
  });

  test('shows a package that is not theirs as guests see it (TRK-04)', async () => {
    fakeApi({
      listDeliveryRequests: () => ({ body: list }),
      trackOrder: () => ({ body: { ...ANSWER, id: 777 } }),
    });
    const { user } = await openTracking('someone-elses');
    const banner = within(await results());
    expect(banner.getByText(/^This package is not in your account/)).toBeVisible();
    expect(banner.getByRole('article', { name: 'Tracking result' })).toBeVisible();
    expect(banner.queryByText(/Leinster Road/)).toBeNull();
    await user.click(banner.getByRole('button', { name: 'Close tracking results' }));
    expect(screen.queryByRole('region', { name: 'Tracking Results' })).toBeNull();
  });

  test('shows no result for a number that does not exist (TRK-05)', async () => {
    fakeApi({
      listDeliveryRequests: () => ({ body: list }),
      trackOrder: () => ({ status: 404, body: { title: 'ORDER_NOT_FOUND', status: 404 } }),
    });
    await openTracking('nobodys');
    expect(await screen.findByText('No package found')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Tracking Results' })).toBeNull();
  });

  test('offline, shows the cached result of their own number', async () => {
    fakeApi({});
    setReachable(false);
    await openTracking(GUID);
    const banner = within(await results());
    // The list below says it too, because it could not be refreshed either.
    expect(await screen.findByText("Couldn't refresh.")).toBeVisible();
    expect(screen.getAllByText(/^Couldn't refresh/)).toHaveLength(1);
    expect(banner.getByText('On its way to Howth')).toBeVisible();
  });
});
