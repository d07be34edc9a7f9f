import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useDelivery } from '../../src/stores/delivery.ts';
import { useDialogs } from '../../src/stores/dialogs.ts';
import { useDrafts } from '../../src/stores/drafts.ts';
import { alertsShown } from '../support/account-fixtures.ts';
import { aDelivery, anOrder, GUID } from '../support/delivery-fixtures.ts';
import { fakeApi, problemReply } from '../support/fake-api.ts';
import {
  button,
  cacheDeliveries,
  openDetails,
  resetDevice,
  setReachable,
  tab,
} from './deliveries-harness.tsx';

const startCheckout = vi.hoisted(() => vi.fn(() => Promise.resolve()));
vi.mock('../../src/use-cases/payments/checkout.ts', () => ({ startCheckout }));

beforeEach(() => {
  resetDevice();
  startCheckout.mockClear();
});

const WAITING = aDelivery({ id: 7, status: 0 });
const MOVING = aDelivery({ id: 8, status: 2, order: anOrder() });

describe('Delivery Details', () => {
  test('has the places as its heading and shows every field (RTE-03)', async () => {
    fakeApi({ getDeliveryRequest: () => ({ body: MOVING }) });
    await openDetails(8);
    expect(await screen.findByRole('heading', { level: 1, name: 'Rathmines to Howth' })).toBeVisible();
    expect(document.title).toBe('Delivery Details, Rathmines to Howth – Send');
    for (const words of [
      '12 Leinster Road, Rathmines, Dublin',
      '3 Abbey Street, Howth, Dublin',
      'Standard, 1.2 × 1 × 1 m',
      '30 kg',
      'Express (Next day) with Priority Handling',
      'Ring the second bell',
      'Nov 19, 2026, 10:12 AM',
      'Nov 20, 2026, 1:52 PM',
      'SND-20417',
      GUID,
      'Paid',
    ]) {
      expect(screen.getAllByText(words, { exact: false }).length, words).toBeGreaterThan(0);
    }
  });

  test('says "Unknown time" if the time of the last change is invalid (DET-08)', async () => {
    fakeApi({ getDeliveryRequest: () => ({ body: { ...MOVING, lastModified: 'whenever' } }) });
    await openDetails(8);
    expect(await screen.findByText('Unknown time')).toBeVisible();
  });

  test('shows HTML that people typed as text', async () => {
    const note = '<img src=x onerror=alert(1)>\nsecond line';
    fakeApi({ getDeliveryRequest: () => ({ body: { ...MOVING, deliveryNote: note } }) });
    const { container } = await openDetails(8);
    expect(await screen.findByText(/<img src=x onerror=alert\(1\)>/)).toBeVisible();
    expect(container.querySelector('img')).toBeNull();
  });

  test('says "not found" with a link back if the server does not have the delivery (DET-02)', async () => {
    fakeApi({ getDeliveryRequest: () => problemReply(404, 'ORDER_REQUEST_NOT_FOUND') });
    const { user, router } = await openDetails(99);
    expect(await screen.findByRole('heading', { name: 'Delivery Not Found' })).toBeVisible();
    expect(screen.getByText('The requested delivery could not be found')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Back to My Deliveries' }));
    expect(router.state.location.pathname).toBe('/deliveries');
  });

  test('shows a delivery of an API with the largest ids that JSON can carry', async () => {
    fakeApi({ getDeliveryRequest: ({ path }) => ({ body: { ...MOVING, id: Number(path.split('/')[1]) } }) });
    await openDetails(Number.MAX_SAFE_INTEGER);
    expect(await screen.findByRole('tab', { name: 'Timeline' })).toBeVisible();
  });

  test.each(['abc', '0', '-3', '1e5', '9007199254740993'])(
    'says "not found" for the invalid id %s',
    async (id) => {
      const api = fakeApi({});
      await openDetails(id);
      expect(await screen.findByText('Delivery Not Found')).toBeVisible();
      expect(api.calls).toHaveLength(0);
    },
  );

  test('does not say "not found" if the server does not respond', async () => {
    const api = fakeApi({});
    const { user } = await openDetails(8);
    expect(await screen.findByText('We could not load this delivery')).toBeVisible();
    api.script.getDeliveryRequest = () => ({ body: MOVING });
    await user.click(button('Try again'));
    expect(await screen.findByText('SND-20417')).toBeVisible();
  });

  test('asks a guest to log in (DET-03)', async () => {
    resetDevice(null);
    const { user } = await openDetails(8);
    await user.click(button('Log in'));
    expect(useDialogs.getState().authMode).toBe('login');
  });

  test('shows the cached delivery, refreshes it at once and says what has changed', async () => {
    cacheDeliveries([MOVING], Date.now() - 3600_000);
    const delivered = { ...MOVING, order: anOrder({ status: 5 }) };
    fakeApi({ getDeliveryRequest: () => ({ body: delivered }) });
    await openDetails(8);
    expect(screen.getByText('Updated 1 h ago')).toBeVisible();
    expect(await screen.findByText('Since you last looked: delivered')).toBeVisible();
  });
});

describe('The tabs of a delivery', () => {
  test('the Payment tab has the badge "Ready to pay" only while the delivery waits for payment (DET-01)', async () => {
    fakeApi({ getDeliveryRequest: ({ path }) => ({ body: path.endsWith('/7') ? WAITING : MOVING }) });
    const { unmount } = await openDetails(7);
    expect(await screen.findByRole('tab', { name: /Payment\s*Ready to pay/ })).toBeVisible();
    unmount();
    await openDetails(8);
    expect(await screen.findByRole('tab', { name: 'Payment' })).toBeVisible();
  });

  test('Timeline lists the events, newest first', async () => {
    fakeApi({ getDeliveryRequest: () => ({ body: MOVING }) });
    const { user } = await openDetails(8);
    await user.click(await screen.findByRole('tab', { name: 'Timeline' }));
    const panel = screen.getByRole('tabpanel');
    expect(
      within(panel)
        .getAllByRole('heading', { level: 3 })
        .map((one) => one.textContent),
    ).toEqual(['Nov 20, 2026', 'Nov 19, 2026']);
    expect(within(panel).getByText('Your package is on its way.')).toBeVisible();
  });

  test('Map describes the route in words', async () => {
    fakeApi({ getDeliveryRequest: () => ({ body: MOVING }) });
    const { user } = await openDetails(8);
    await user.click(await screen.findByRole('tab', { name: 'Map' }));
    expect(screen.getByText('Rathmines to Howth, about 15 km.')).toBeVisible();
  });

  test('Payment offers to pay an unpaid delivery', async () => {
    fakeApi({ getDeliveryRequest: () => ({ body: WAITING }) });
    const { user } = await openDetails(7, 'payment');
    await user.click(await screen.findByRole('button', { name: 'Pay €18.40' }));
    expect(startCheckout).toHaveBeenCalledWith(7);
    expect(screen.queryByRole('button', { name: 'Pay' })).toBeNull();
  });

  test('Payment leads from a paid delivery to the payment history', async () => {
    fakeApi({ getDeliveryRequest: () => ({ body: MOVING }) });
    await openDetails(8, 'payment');
    const link = await screen.findByRole('link', { name: 'Payment history' });
    expect(link.getAttribute('href')).toBe('/account?tab=billing&list=history');
  });
});

describe('The actions of a delivery', () => {
  test('an unpaid delivery can be paid, edited and deleted, and not canceled (DET-47)', async () => {
    fakeApi({ getDeliveryRequest: () => ({ body: WAITING }) });
    const { user } = await openDetails(7);
    expect(await screen.findByRole('button', { name: 'Edit Details' })).toBeVisible();
    const menu = button('Actions for this delivery').nextElementSibling;
    const names = within(menu as HTMLElement)
      .getAllByRole('button')
      .map((action) => action.textContent);
    expect(names).toEqual(['Edit Details', 'Send again', 'Send it back', 'Save as template', 'Delete']);
    expect(screen.getByRole('separator').nextElementSibling?.textContent).toBe('Delete');
    await user.click(button('Pay'));
    expect(startCheckout).toHaveBeenCalledWith(7);
  });

  test('a delivery under way can only be canceled (DET-05, STA-03)', async () => {
    fakeApi({ getDeliveryRequest: () => ({ body: MOVING }) });
    await openDetails(8);
    expect(await screen.findByRole('button', { name: 'Cancel' })).toBeVisible();
    for (const name of ['Edit Details', 'Delete', 'Pay']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
  });

  test.each([5, 6, 8])('a delivery in order status %i cannot be canceled (STA-03)', async (status) => {
    fakeApi({ getDeliveryRequest: () => ({ body: { ...MOVING, order: anOrder({ status }) } }) });
    await openDetails(8);
    await screen.findByRole('button', { name: 'Send again' });
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  });

  test('Delete asks for confirmation, deletes, shows a message and returns to the list (DET-05, DET-09, ERR-04)', async () => {
    cacheDeliveries([WAITING]);
    const api = fakeApi({ deleteDeliveryRequest: () => ({ body: {} }) });
    const { user, router } = await openDetails(7);
    await user.click(button('Delete'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Are you sure?' }));
    expect(api.callsOf('deleteDeliveryRequest')).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/deliveries'));
    expect(alertsShown()).toEqual(['Delivery deleted']);
    await waitFor(() => expect(useDelivery.getState().list).toEqual([]));
  });

  test('a delivery stays if the server rejects the deletion', async () => {
    cacheDeliveries([WAITING]);
    fakeApi({ deleteDeliveryRequest: () => problemReply(409, 'ORDER_DELITION_NOT_ALLOWED') });
    const { user, router } = await openDetails(7);
    await user.click(button('Delete'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.pathname).toBe('/deliveries/7');
    expect(useDelivery.getState().list).toHaveLength(1);
    expect(alertsShown()).toEqual([]);
  });

  test('Cancel makes no call and opens an email to support (DET-06)', async () => {
    cacheDeliveries([MOVING]);
    const api = fakeApi({});
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    const { user } = await openDetails(8);
    await user.click(button('Cancel'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel this delivery?' }));
    expect(dialog.getByText(/isn't canceled until they reply/)).toBeVisible();
    const callsBefore = api.calls.length;
    await user.click(dialog.getByRole('button', { name: 'Email support' }));
    const mail = new URL(String(assign.mock.calls[0]?.[0]));
    expect(mail.protocol).toBe('mailto:');
    expect(mail.pathname).toBe('support@send.example');
    expect(mail.searchParams.get('subject')).toBe('Cancel delivery SND-20417');
    expect(mail.searchParams.get('body')).toContain(GUID);
    expect(api.calls).toHaveLength(callsBefore);
    expect(alertsShown()).toEqual([]);
  });

  test.each([
    [1, /can cancel your delivery until a driver has picked up/],
    [3, /is on its way, so it may be too late to cancel/],
  ])('Cancel says what is true in order status %i (DET-43)', async (status, sentence) => {
    cacheDeliveries([{ ...MOVING, order: anOrder({ status }) }]);
    fakeApi({});
    const { user } = await openDetails(8);
    await user.click(button('Cancel'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel this delivery?' }));
    expect(dialog.getByText(sentence)).toBeVisible();
  });

  test('a scheduled delivery can be added to a calendar (DET-44)', async () => {
    const order = anOrder({ deliveryDate: '2099-11-24', deliveryTime: '14:00 - 16:00' });
    cacheDeliveries([{ ...MOVING, order }]);
    fakeApi({});
    const files: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob);
      return 'blob:calendar';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { user } = await openDetails(8);
    await user.click(button('Add to calendar'));
    const text = await files[0]?.text();
    expect(text).toContain(`UID:order-${GUID}@send`);
    expect(text).toContain('DTSTART:20991124T140000');
  });

  test('Send again creates a new draft and opens its summary (WIZ-33)', async () => {
    cacheDeliveries([MOVING]);
    fakeApi({});
    const { user, router } = await openDetails(8);
    await user.click(button('Send again'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(useDrafts.getState().drafts).toMatchObject([
      {
        owner: 'aoife@example.ie',
        step: 'summery',
        fields: { pickUp: { name: MOVING.pickUpSnapshot.name }, speed: 'express', isPriority: true },
      },
    ]);
  });

  test('Send it back creates a draft in the opposite direction', async () => {
    cacheDeliveries([MOVING]);
    fakeApi({});
    const { user } = await openDetails(8);
    await user.click(button('Send it back'));
    await waitFor(() =>
      expect(useDrafts.getState().drafts).toMatchObject([
        { step: 'summery', fields: { pickUp: { name: MOVING.dropOffSnapshot.name } } },
      ]),
    );
  });

  test('offline, actions that need a connection say so and are disabled', async () => {
    cacheDeliveries([WAITING]);
    fakeApi({});
    const { user } = await openDetails(7);
    setReachable(false);
    expect(screen.getByText('Paying needs a connection.')).toBeVisible();
    expect(screen.getByText('Editing needs a connection.')).toBeVisible();
    expect(screen.getByText('Deleting needs a connection.')).toBeVisible();
    await user.click(button('Pay'));
    await user.click(button('Edit Details'));
    expect(startCheckout).not.toHaveBeenCalled();
    expect(tab('Timeline').getAttribute('data-disabled')).toBeNull();
  });

  test('the tracking number can be copied', async () => {
    cacheDeliveries([MOVING]);
    fakeApi({});
    const { user } = await openDetails(8);
    await user.click(button('Copy tracking number'));
    expect(await navigator.clipboard.readText()).toBe(GUID);
    expect(screen.getByText('Copied')).toBeVisible();
  });
});

test('a delivery that is opened again within seconds is refreshed again (DET-12)', async () => {
  const paid = aDelivery({ id: 7, status: 1 });
  cacheDeliveries([aDelivery({ id: 7, status: 0 })]);
  fakeApi({ getDeliveryRequest: () => ({ body: paid }) });
  await openDetails(7);
  expect(await screen.findByText('Pending')).toBeVisible();
});

test('a delivery that has just been loaded is not requested twice', async () => {
  const api = fakeApi({ getDeliveryRequest: () => ({ body: aDelivery({ id: 7, status: 0 }) }) });
  await openDetails(7);
  await screen.findByRole('tab', { name: 'Timeline' });
  expect(api.callsOf('getDeliveryRequest')).toHaveLength(1);
});

test.each([
  ['active', 2],
  ['past', 3],
] as const)(
  'the link back leads to the %s deliveries, where this one is listed (DEL-01)',
  async (tab, status) => {
    cacheDeliveries([aDelivery({ id: 7, status })]);
    fakeApi({});
    await openDetails(7);
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'My Deliveries' });
    expect(new URL(link.href).searchParams.get('tab')).toBe(tab);
  },
);
