import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DeliveryRequest } from '../../src/contract/delivery-request.ts';
import { useDialogs } from '../../src/stores/dialogs.ts';
import { useDrafts } from '../../src/stores/drafts.ts';
import { useRecentDeliveries } from '../../src/stores/recent-rows.ts';
import { useUser } from '../../src/stores/user.ts';
import type { IconName } from '../../src/ui/Icon.tsx';
import iconPaths from '../../src/ui/icons.json';
import { AOIFE } from '../support/account-fixtures.ts';
import { aDelivery, anOrder } from '../support/delivery-fixtures.ts';
import { fakeApi, problemReply } from '../support/fake-api.ts';
import { iconOf } from '../support/render.tsx';
import {
  button,
  cacheDeliveries,
  openDeliveries,
  resetDevice,
  setReachable,
  tab,
} from './deliveries-harness.tsx';

beforeEach(() => resetDevice());

const MOVING = aDelivery({ id: 1, status: 2, order: anOrder() });
const CANCELED = aDelivery({ id: 2, status: 3, dropOffSnapshot: { name: 'Lucan' } });
const cards = () => screen.queryAllByRole('link', { name: /From .* To / });

test.each<[label: string, icon: IconName, tone: string, delivery: Partial<DeliveryRequest>]>([
  ['Waiting payment', 'card', 'waiting', { status: 0 }],
  ['Pending', 'clock', 'pending', { status: 1 }],
  ['Accepted', 'check', 'accepted', { status: 2 }],
  ['Scheduled', 'calendar', 'scheduled', { status: 2, order: anOrder({ status: 2 }) }],
  ['In Transit', 'truck', 'transit', { status: 2, order: anOrder({ status: 3 }) }],
  ['Servicing', 'warehouse', 'servicing', { status: 2, order: anOrder({ status: 4 }) }],
  ['Issue', 'warning', 'issue', { status: 2, order: anOrder({ status: 7 }) }],
  ['Delivered', 'delivered', 'delivered', { status: 2, order: anOrder({ status: 5 }) }],
  ['Canceled', 'canceled', 'canceled', { status: 2, order: anOrder({ status: 6 }) }],
  ['Returned', 'return', 'returned', { status: 2, order: anOrder({ status: 8 }) }],
])(
  'a card shows the badge "%s" with the icon %s and the colour %s (STA-02)',
  async (label, icon, tone, delivery) => {
    fakeApi({});
    cacheDeliveries([aDelivery({ id: 1, order: null, ...delivery })]);
    await openDeliveries();
    const text = screen.getByText(label, { selector: '[data-tone] > *' });
    const badge = text.parentElement ?? text;
    expect(badge.dataset.tone).toBe(tone);
    expect(iconOf(badge)).toBe(iconPaths[icon]);
  },
);

describe('My Deliveries', () => {
  test('shows three skeleton cards only while no list is cached (DEL-02)', async () => {
    let respond: (reply: { body: unknown }) => void = () => undefined;
    const response = new Promise<{ body: unknown }>((resolve) => {
      respond = resolve;
    });
    fakeApi({ listDeliveryRequests: () => response });
    const { container } = await openDeliveries();
    expect(screen.getByText('Loading your deliveries')).toBeVisible();
    expect(container.querySelectorAll('[aria-busy="true"] > *')).toHaveLength(3);
    respond({ body: [MOVING] });
    await waitFor(() => expect(cards()).toHaveLength(1));
    expect(screen.queryByText('Loading your deliveries')).toBeNull();
  });

  test('shows the cached list at once and refreshes it', async () => {
    cacheDeliveries([MOVING]);
    fakeApi({ listDeliveryRequests: () => new Promise(() => undefined) });
    await openDeliveries();
    expect(cards()).toHaveLength(1);
    expect(screen.queryByText('Loading your deliveries')).toBeNull();
  });

  test('shows each delivery as one link with places, distance and time, and its age once (DEL-08)', async () => {
    const later = { ...MOVING, order: anOrder({ deliveryDate: '2099-11-20' }) };
    cacheDeliveries([later]);
    fakeApi({ listDeliveryRequests: () => ({ body: [later] }) });
    const { user, router } = await openDeliveries();
    const card = screen.getByRole('link', { name: /Rathmines/ });
    for (const words of ['In Transit', 'Rathmines', '12 Leinster Road', 'Howth', '2 to 4 PM']) {
      expect(within(card).getByText(words)).toBeVisible();
    }
    // The line above the list says it once. (DEL-08)
    expect(screen.getAllByText(/^Updated /)).toHaveLength(1);
    expect(card.textContent).not.toContain('Updated');
    await user.click(card);
    expect(router.state.location.pathname).toBe('/deliveries/1');
  });

  test('orders a delivery again from its card, on the summary (PRD-87, WIZ-33)', async () => {
    cacheDeliveries([MOVING]);
    fakeApi({ listDeliveryRequests: () => ({ body: [MOVING] }) });
    const { router } = await openDeliveries();
    const again = screen.getByRole('button', { name: 'Send again: Rathmines to Howth' });
    // The button stays until the summary has been loaded, and may be pressed again until then.
    act(() => {
      again.click();
      again.click();
    });
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(useDrafts.getState().drafts).toMatchObject([
      { step: 'summery', fields: { dropOff: { name: MOVING.dropOffSnapshot.name } } },
    ]);
  });

  test('separates Active and Past by the status of the request (DEL-01)', async () => {
    cacheDeliveries([MOVING, CANCELED]);
    fakeApi({ listDeliveryRequests: () => ({ body: [MOVING, CANCELED] }) });
    const { user } = await openDeliveries();
    expect(cards()).toHaveLength(1);
    await user.click(tab('Past'));
    expect(cards()).toHaveLength(1);
    expect(screen.getByText('Lucan')).toBeVisible();
    expect(screen.getAllByText('Canceled')[0]).toBeVisible();
  });

  test('puts finished deliveries of Active below a divider (DEL-05)', async () => {
    const delivered = aDelivery({ id: 3, status: 2, order: anOrder({ status: 5 }) });
    cacheDeliveries([delivered, MOVING]);
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
    expect(screen.getAllByRole('link', { name: 'Request a Delivery' })).toHaveLength(1);
  });

  test('searches on every keystroke and offers to clear a search without results (DEL-06)', async () => {
    cacheDeliveries([MOVING, aDelivery({ id: 4, status: 1, dropOffSnapshot: { name: 'Swords' } })]);
    fakeApi({});
    const { user } = await openDeliveries();
    const field = screen.getByPlaceholderText('Search deliveries...');
    await user.type(field, 'swor');
    expect(cards()).toHaveLength(1);
    await user.type(field, 'zzz');
    expect(screen.getByText('No delivery matches your search')).toBeVisible();
    expect(screen.getByText('0 deliveries found').getAttribute('role')).toBe('status');
    await user.click(button('Clear search'));
    expect(cards()).toHaveLength(2);
  });

  test('says that the first load failed and offers to retry', async () => {
    const api = fakeApi({});
    const { user } = await openDeliveries();
    expect(await screen.findByText('We could not load your deliveries')).toBeVisible();
    // Nothing is shown that may be out of date, and one message and one button are enough.
    expect(screen.queryByText("Couldn't refresh.")).toBeNull();
    expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1);
    api.script.listDeliveryRequests = () => ({ body: [MOVING] });
    await user.click(button('Try again'));
    await waitFor(() => expect(cards()).toHaveLength(1));
  });

  test('never shows the deliveries of another account', async () => {
    cacheDeliveries([MOVING]);
    useRecentDeliveries.setState({
      owner: AOIFE.email,
      deliveries: { list: [MOVING], listUpdatedAt: Date.now(), updatedAt: {} },
    });
    useUser.setState({ user: { ...AOIFE, email: 'niamh@example.ie' } });
    fakeApi({});
    await openDeliveries();
    await screen.findByText('We could not load your deliveries');
    expect(cards()).toHaveLength(0);
  });

  test('asks a guest to log in or register (DEL-04)', async () => {
    resetDevice(null);
    const { user } = await openDeliveries();
    await user.click(button('Log in'));
    expect(useDialogs.getState().authMode).toBe('login');
    await user.click(button('Register'));
    expect(useDialogs.getState().authMode).toBe('register');
  });
});

describe('The refresh button of My Deliveries', () => {
  test('distinguishes changes, no change and a failure, and does not repeat the banner (LAY-39)', async () => {
    cacheDeliveries([MOVING]);
    const api = fakeApi({});
    setReachable(false);
    const { user } = await openDeliveries();
    expect(await screen.findByText("Couldn't refresh.")).toBeVisible();
    // The banner alone says that the device is offline.
    const message = screen.getByText("Couldn't refresh.").parentElement;
    expect(message?.textContent).toBe("Couldn't refresh. This may be out of date.");

    api.script.listDeliveryRequests = () => problemReply(500, 'INTERNAL_ERROR');
    act(() => setReachable(true));
    await waitFor(() => expect(api.callsOf('listDeliveryRequests')).toHaveLength(2));
    const delivered = aDelivery({ id: 1, status: 2, order: anOrder({ status: 5 }) });
    api.script.listDeliveryRequests = () => ({ body: [delivered] });
    await user.click(button('Try again'));
    expect(await screen.findByText('Since you last looked: Rathmines to Howth delivered')).toBeVisible();
  });

  test('repeats a failed check as soon as the server responds again (TRK-07)', async () => {
    cacheDeliveries([MOVING]);
    const api = fakeApi({});
    setReachable(false);
    await openDeliveries();
    expect(await screen.findByText("Couldn't refresh.")).toBeVisible();
    api.script.listDeliveryRequests = () => ({ body: [MOVING] });
    act(() => setReachable(true));
    await waitFor(() => expect(screen.queryByText("Couldn't refresh.")).toBeNull());
  });

  test('says "No change" if nothing has changed', async () => {
    cacheDeliveries([MOVING]);
    fakeApi({ listDeliveryRequests: () => ({ body: [MOVING] }) });
    const { user } = await openDeliveries();
    await user.click(button('Refresh'));
    expect(await screen.findByText('No change')).toBeVisible();
  });

  test('refreshes at most once a minute and says so', async () => {
    cacheDeliveries([MOVING]);
    const api = fakeApi({ listDeliveryRequests: () => ({ body: [MOVING] }) });
    const { user } = await openDeliveries();
    await user.click(button('Refresh'));
    await screen.findByText('No change');
    const callsBefore = api.calls.length;
    await user.click(button('Refresh'));
    expect(await screen.findByText('Just refreshed. You can refresh once a minute.')).toBeVisible();
    expect(api.calls).toHaveLength(callsBefore);
  });
});
