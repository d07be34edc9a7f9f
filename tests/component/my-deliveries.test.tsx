import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { useDialogs } from '../../src/stores/dialogs.ts';
import { useUser } from '../../src/stores/user.ts';
import { AOIFE } from '../support/account-fixtures.ts';
import { aDelivery, anOrder } from '../support/delivery-fixtures.ts';
import { fakeApi } from '../support/fake-api.ts';
import {
  button,
  cacheDeliveries,
  openDeliveries,
  resetDevice,
  setReachable,
  tab,
} from './deliveries-harness.tsx';

beforeEach(() => resetDevice());

const DELIVERY_IN_TRANSIT = aDelivery({ id: 1, status: 2, order: anOrder() });
const CANCELED = aDelivery({ id: 2, status: 3, dropOffSnapshot: { name: 'Lucan' } });
const cards = () => screen.queryAllByRole('link', { name: /Updated/ });

describe('My Deliveries', () => {
  test('shows three skeleton cards while nothing is cached (DEL-02)', async () => {
    let response: (reply: { body: unknown }) => void = () => undefined;
    const responsePromise = new Promise<{ body: unknown }>((resolve) => {
      response = resolve;
    });
    fakeApi({ listDeliveryRequests: () => responsePromise });
    const { container } = await openDeliveries();
    expect(screen.getByText('Loading your deliveries')).toBeVisible();
    expect(container.querySelectorAll('[aria-busy="true"] > *')).toHaveLength(3);
    response({ body: [DELIVERY_IN_TRANSIT] });
    await waitFor(() => expect(cards()).toHaveLength(1));
    expect(screen.queryByText('Loading your deliveries')).toBeNull();
  });

  test('shows the cached list at once while it refreshes', async () => {
    cacheDeliveries([DELIVERY_IN_TRANSIT]);
    fakeApi({ listDeliveryRequests: () => new Promise(() => undefined) });
    await openDeliveries();
    expect(cards()).toHaveLength(1);
    expect(screen.queryByText('Loading your deliveries')).toBeNull();
  });

  test('shows each card as one link with route, distance, date and age', async () => {
    cacheDeliveries([DELIVERY_IN_TRANSIT]);
    fakeApi({ listDeliveryRequests: () => ({ body: [DELIVERY_IN_TRANSIT] }) });
    const { user, router } = await openDeliveries();
    const card = screen.getByRole('link', { name: /Rathmines/ });
    for (const words of ['In Transit', 'Rathmines', '12 Leinster Road', 'Howth', '2:00 PM – 4:00 PM']) {
      expect(within(card).getByText(words)).toBeVisible();
    }
    expect(within(card).getByText('Updated just now')).toBeVisible();
    await user.click(card);
    expect(router.state.location.pathname).toBe('/deliveries/1');
  });

  test('separates Active and Past by the status of the request (DEL-01)', async () => {
    cacheDeliveries([DELIVERY_IN_TRANSIT, CANCELED]);
    fakeApi({ listDeliveryRequests: () => ({ body: [DELIVERY_IN_TRANSIT, CANCELED] }) });
    const { user } = await openDeliveries();
    expect(cards()).toHaveLength(1);
    await user.click(tab('Past'));
    expect(cards()).toHaveLength(1);
    expect(screen.getByText('Lucan')).toBeVisible();
    expect(screen.getByText('Canceled')).toBeVisible();
  });

  test('shows finished deliveries of the Active tab below a divider (DEL-05)', async () => {
    const delivered = aDelivery({ id: 3, status: 2, order: anOrder({ status: 5 }) });
    cacheDeliveries([delivered, DELIVERY_IN_TRANSIT]);
    fakeApi({});
    await openDeliveries();
    const divider = await screen.findByRole('heading', { name: 'Finished' });
    const [first, second] = cards();
    expect(first?.compareDocumentPosition(divider)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(second?.compareDocumentPosition(divider)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
  });

  test('says that a tab is empty (DEL-03)', async () => {
    fakeApi({ listDeliveryRequests: () => ({ body: [] }) });
    const { user } = await openDeliveries();
    expect(await screen.findByText('No active deliveries')).toBeVisible();
    await user.click(tab('Past'));
    expect(screen.getByText('No past deliveries')).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Request a Delivery' })).toHaveLength(2);
  });

  test('searches as you type, and offers to clear a search without matches (DEL-06)', async () => {
    cacheDeliveries([
      DELIVERY_IN_TRANSIT,
      aDelivery({ id: 4, status: 1, dropOffSnapshot: { name: 'Swords' } }),
    ]);
    fakeApi({});
    const { user } = await openDeliveries();
    const field = screen.getByPlaceholderText('Search deliveries...');
    await user.type(field, 'swor');
    expect(cards()).toHaveLength(1);
    await user.type(field, 'zzz');
    expect(screen.getByText('No delivery matches your search')).toBeVisible();
    await user.click(button('Clear search'));
    expect(cards()).toHaveLength(2);
  });

  test('shows an error when the first load failed, and can be loaded manually', async () => {
    const api = fakeApi({});
    const { user } = await openDeliveries();
    expect(await screen.findByText('We could not load your deliveries')).toBeVisible();
    api.script.listDeliveryRequests = () => ({ body: [DELIVERY_IN_TRANSIT] });
    await user.click(button('Try again'));
    await waitFor(() => expect(cards()).toHaveLength(1));
  });

  test('never shows the deliveries of another account', async () => {
    cacheDeliveries([DELIVERY_IN_TRANSIT]);
    useUser.setState({ user: { ...AOIFE, email: 'niamh@example.ie' } });
    fakeApi({});
    await openDeliveries();
    await screen.findByText('We could not load your deliveries');
    expect(cards()).toHaveLength(0);
  });

  test('asks a visitor to log in or register (DEL-04)', async () => {
    resetDevice(null);
    const { user } = await openDeliveries();
    await user.click(button('Log in'));
    expect(useDialogs.getState().authMode).toBe('login');
    await user.click(button('Register'));
    expect(useDialogs.getState().authMode).toBe('register');
  });
});

describe('Refreshing My Deliveries manually', () => {
  test('distinguishes the three outcomes', async () => {
    cacheDeliveries([DELIVERY_IN_TRANSIT]);
    const api = fakeApi({});
    setReachable(false);
    const { user } = await openDeliveries();
    expect(await screen.findByText('Could not check.')).toBeVisible();
    expect(screen.getByText('You are offline. This may have changed.', { exact: false })).toBeVisible();

    setReachable(true);
    const delivered = aDelivery({ id: 1, status: 2, order: anOrder({ status: 5 }) });
    api.script.listDeliveryRequests = () => ({ body: [delivered] });
    await user.click(button('Try again'));
    expect(await screen.findByText('Changed: Rathmines to Howth is now Delivered')).toBeVisible();
  });

  test('says "No change" when nothing has changed', async () => {
    cacheDeliveries([DELIVERY_IN_TRANSIT]);
    fakeApi({ listDeliveryRequests: () => ({ body: [DELIVERY_IN_TRANSIT] }) });
    const { user } = await openDeliveries();
    await user.click(button('Refresh'));
    expect(await screen.findByText('No change')).toBeVisible();
  });

  test('is possible once a minute, and the page says so', async () => {
    cacheDeliveries([DELIVERY_IN_TRANSIT]);
    const api = fakeApi({ listDeliveryRequests: () => ({ body: [DELIVERY_IN_TRANSIT] }) });
    const { user } = await openDeliveries();
    await user.click(button('Refresh'));
    await screen.findByText('No change');
    const callCount = api.calls.length;
    await user.click(button('Refresh'));
    expect(await screen.findByText(/^Checked just now. You can check again in \d+ s.$/)).toBeVisible();
    expect(api.calls).toHaveLength(callCount);
  });
});
