import '../support/fake-indexeddb.ts';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DeliveryRequest } from '../../src/contract/delivery-request.ts';
import { DISPLAY_STATUSES } from '../../src/contract/status.ts';
import { logOutThisDevice } from '../../src/use-cases/session/session.ts';
import { aDelivery, anOrder, GUID } from '../support/delivery-fixtures.ts';
import { fakeApi } from '../support/fake-api.ts';
import {
  button,
  cacheDeliveries,
  openDeliveries,
  openDetails,
  openTracking,
  resetDevice,
} from './deliveries-harness.tsx';

const FAR_DAY = '2099-03-02';
const withStatus = (status: number, overrides = {}): DeliveryRequest =>
  aDelivery({ status: 2, order: anOrder({ status, deliveryDate: FAR_DAY, ...overrides }) });
const LOOKS_KEY = 'send-last-looks';
const line = () => screen.queryByText(/^Since you last looked/);
const COLLECTED = 'Since you last looked: collected, arrives Mar 2, 2099 2 to 4 PM';

beforeEach(() => resetDevice());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Opens the details and waits until what they show counts as seen. */
async function look(status: number, overrides = {}): Promise<void> {
  fakeApi({ getDeliveryRequest: () => ({ body: withStatus(status, overrides) }) });
  cacheDeliveries([withStatus(status, overrides)], Date.now() - 60_000);
  await openDetails(20417);
  const seen = `"delivery/20417":{"status":"${DISPLAY_STATUSES[status]}"`;
  await vi.waitFor(() => expect(localStorage.getItem(LOOKS_KEY)).toContain(seen), 10_000);
}

test('the details say once what changed since the last look (PRD-80)', async () => {
  await look(2);
  expect(line()).toBeNull();
  cleanup();

  fakeApi({ getDeliveryRequest: () => ({ body: withStatus(3) }) });
  await openDetails(20417);
  const shown = await screen.findByText(COLLECTED);
  expect(shown.closest('[role="status"]')).not.toBeNull();
  expect(screen.queryByText(/^Changed/)).toBeNull();
  cleanup();

  await openDetails(20417);
  await screen.findByRole('tab', { name: 'Details' });
  await vi.waitFor(() => expect(JSON.parse(localStorage.getItem(LOOKS_KEY) ?? '')).toBeTruthy(), 10_000);
  await act(async () => {});
  expect(line()).toBeNull();
});

test('the answer to Refresh replaces the line (PRD-80)', async () => {
  await look(2);
  cleanup();
  fakeApi({ getDeliveryRequest: () => ({ body: withStatus(3) }) });
  const { user } = await openDetails(20417);
  await screen.findByText(COLLECTED);
  await user.click(button('Refresh'));
  expect(await screen.findByText('No change')).toBeVisible();
  expect(line()).toBeNull();
});

test('offline, what the device already has is compared too (PRD-80)', async () => {
  await look(2);
  cleanup();
  fakeApi({ getDeliveryRequest: () => new Promise(() => {}) });
  cacheDeliveries([withStatus(3)], Date.now() - 60_000);
  await openDetails(20417);
  expect(await screen.findByText(COLLECTED)).toBeVisible();
});

test('My Deliveries names the delivery that changed, unless its details were opened since (PRD-80)', async () => {
  fakeApi({ listDeliveryRequests: () => ({ body: [withStatus(2)] }) });
  await openDeliveries();
  await vi.waitFor(() => expect(localStorage.getItem(LOOKS_KEY)).toContain('list/20417'), 10_000);
  cleanup();

  fakeApi({ listDeliveryRequests: () => ({ body: [withStatus(3)] }) });
  await openDeliveries();
  expect(await screen.findByText('Since you last looked: Rathmines to Howth collected')).toBeVisible();
  cleanup();

  await look(4);
  cleanup();
  fakeApi({ listDeliveryRequests: () => ({ body: [withStatus(4)] }) });
  await openDeliveries();
  await screen.findByRole('link', { name: /Rathmines/ });
  await act(async () => {});
  expect(line()).toBeNull();
});

test('a tracked parcel says what changed, also to a guest (PRD-80)', async () => {
  resetDevice(null);
  const tracking = { ...anOrder({ deliveryDate: FAR_DAY }), from: 'Dublin', to: 'Howth' };
  fakeApi({ trackOrder: () => ({ body: { ...tracking, status: 2 } }) });
  await openTracking(GUID);
  await screen.findByRole('article', { name: 'Tracking result' });
  await vi.waitFor(() => expect(localStorage.getItem(LOOKS_KEY)).toContain(`parcel/${GUID}`), 10_000);
  cleanup();

  fakeApi({ trackOrder: () => ({ body: { ...tracking, status: 3 } }) });
  await openTracking(GUID);
  expect(await screen.findByText(COLLECTED)).toBeVisible();
});

test("the result of a customer's own number says it in place of the age (PRD-80)", async () => {
  await look(2);
  cleanup();
  cacheDeliveries([withStatus(3)]);
  fakeApi({
    trackOrder: () => ({ body: { ...anOrder({ status: 3 }), from: 'Dublin', to: 'Howth' } }),
    listDeliveryRequests: () => ({ body: [withStatus(3)] }),
  });
  await openTracking(GUID);
  expect(await screen.findByText(COLLECTED)).toBeVisible();
});

test('a return after five minutes begins a new visit (PRD-80)', async () => {
  await look(2);
  cleanup();
  fakeApi({ getDeliveryRequest: () => ({ body: withStatus(3) }) });
  await openDetails(20417);
  await screen.findByText(COLLECTED);

  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  const now = Date.now();
  const setVisibility = (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  vi.useFakeTimers({ toFake: ['Date'], now });
  act(() => setVisibility('hidden'));
  vi.setSystemTime(now + 6 * 60_000);
  act(() => setVisibility('visible'));
  act(() => cacheDeliveries([withStatus(3)]));
  await vi.waitFor(() => expect(line()).toBeNull(), 10_000);
});

test('a log-out deletes what was seen (PRD-80)', async () => {
  await look(2);
  fakeApi({ logOut: () => ({ body: {} }) });
  await act(() => logOutThisDevice({ retainUnsent: false }));
  expect(localStorage.getItem(LOOKS_KEY)).toBeNull();
});

test.each(['not JSON', '[]', '{"delivery/20417":{"status":"unheard"}}'])(
  'damaged data (%s) counts as never seen (PRD-80)',
  async (damaged) => {
    localStorage.setItem(LOOKS_KEY, damaged);
    fakeApi({ getDeliveryRequest: () => ({ body: withStatus(3) }) });
    await openDetails(20417);
    await vi.waitFor(() => expect(localStorage.getItem(LOOKS_KEY)).toContain('"inTransit"'), 10_000);
    expect(line()).toBeNull();
  },
);
