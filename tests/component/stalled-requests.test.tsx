import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { STILL_TRYING_MS } from '../../src/app/Providers.tsx';
import { AddressesPanel } from '../../src/features/account/AddressesPanel.tsx';
import { CardsPanel } from '../../src/features/account/BillingPanel.tsx';
import { EmailUpdates } from '../../src/features/account/EmailUpdates.tsx';
import { PasswordDialog } from '../../src/features/account/PasswordDialog.tsx';
import { ProfileForm } from '../../src/features/account/ProfilePanel.tsx';
import { GuestPaymentScreen } from '../../src/features/deliveries/GuestPaymentScreen.tsx';
import { useAddresses } from '../../src/stores/addresses.ts';
import { useUser } from '../../src/stores/user.ts';
import { PAYMENT_PRESS_TIMEOUT_MS } from '../../src/use-cases/payments/poll-payment.ts';
import { AOIFE, aCard, alertsShown, resetAs } from '../support/account-fixtures.ts';
import { anAddress } from '../support/address-fixtures.ts';
import { aDelivery, anOrder, GUID } from '../support/delivery-fixtures.ts';
import { fakeApi } from '../support/fake-api.ts';
import { renderPages } from '../support/render.tsx';
import {
  button,
  cacheDeliveries,
  openDeliveries,
  openDetails,
  openPayment,
  openTracking,
  resetDevice,
} from './deliveries-harness.tsx';

const never = () => new Promise<never>(() => undefined);
const cancel = (place: HTMLElement = document.body) =>
  within(within(place).getByText('Still trying').closest<HTMLElement>('[role="status"]') ?? place).getByRole(
    'button',
    { name: 'Cancel' },
  );

beforeEach(() => resetAs(AOIFE));
afterEach(() => vi.useRealTimers());

/** Uses fake timers from here on. */
function useFakeClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
}
const advancePastStillTrying = () => act(() => vi.advanceTimersByTimeAsync(STILL_TRYING_MS));

test('a save that hangs can be canceled, and the typed values stay (CAL-07)', async () => {
  const api = fakeApi({ editUser: never });
  const onClose = vi.fn();
  await renderPages({ '/': () => <ProfileForm user={AOIFE} onClose={onClose} /> });
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Full Name'), ' Byrne');
  useFakeClock();
  await user.click(button('Save'));
  expect(screen.queryByText('Still trying')).toBeNull();
  await advancePastStillTrying();
  await user.click(cancel());
  await waitFor(() => expect(button('Save').hasAttribute('data-loading')).toBe(false));
  expect(screen.queryByText('Still trying')).toBeNull();
  expect(screen.getByLabelText('Full Name')).toHaveProperty('value', 'Aoife Brennan Byrne');
  expect(useUser.getState().user?.name).toBe('Aoife Brennan');
  expect(alertsShown()).toEqual([]);
  expect(onClose).not.toHaveBeenCalled();

  api.script.editUser = () => ({ body: { ...AOIFE, name: 'Aoife Brennan Byrne' } });
  await user.click(button('Save'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(alertsShown()).toEqual(['Profile updated']);
});

test('canceling a deletion reports no success, and the delivery is refreshed (CAL-07)', async () => {
  resetDevice();
  const waiting = aDelivery({ id: 7, status: 0 });
  cacheDeliveries([waiting]);
  const api = fakeApi({ deleteDeliveryRequest: never, getDeliveryRequest: () => ({ body: waiting }) });
  const { user } = await openDetails(7);
  await user.click(button('Delete'));
  const dialog = await screen.findByRole('dialog', { name: 'Are you sure?' });
  useFakeClock();
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await advancePastStillTrying();
  const before = api.callsOf('getDeliveryRequest').length;
  await user.click(cancel(dialog));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(api.callsOf('getDeliveryRequest')).toHaveLength(before + 1));
  expect(alertsShown()).toEqual([]);
});

test('an action that asks for the password and hangs offers once to cancel it (CAL-07)', async () => {
  const props = { title: 'Log out?', confirmLabel: 'Log out', offlineReason: '', onClose: () => {} };
  await renderPages({
    '/': () => (
      <PasswordDialog isOpen {...props} onConfirm={never}>
        Enter your password.
      </PasswordDialog>
    ),
  });
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Password'), 'correct horse');
  useFakeClock();
  await user.click(button('Log out'));
  await advancePastStillTrying();
  expect(screen.getAllByText('Still trying')).toHaveLength(1);
});

test('canceling a change of the default address refreshes the list (CAL-07)', async () => {
  const list = [anAddress({ isDefaultPickUp: true }), anAddress({ id: 2, name: 'Work' })];
  useAddresses.getState().replace(AOIFE.email, list, Date.now());
  const api = fakeApi({ setDefaultPickUp: never, listAddresses: () => ({ body: list }) });
  await renderPages({ '/': () => <AddressesPanel /> });
  const user = userEvent.setup();
  await waitFor(() => expect(api.callsOf('listAddresses')).toHaveLength(1));
  const work = screen.getByRole('listitem', { name: 'Work' });
  useFakeClock();
  await user.click(within(work).getByRole('radio', { name: 'Default Pick-up: Work' }));
  await advancePastStillTrying();
  await user.click(cancel());
  await waitFor(() => expect(api.callsOf('listAddresses')).toHaveLength(2));
  expect(screen.queryByText('Still trying')).toBeNull();
  expect(within(work).getByRole('radio', { name: 'Default Pick-up: Work' })).toHaveProperty('checked', false);
});

test('turning the emails off can be canceled if it hangs, and they stay on (CAL-07, ACC-24)', async () => {
  fakeApi({ setMailUpdates: never });
  await renderPages({ '/': () => <EmailUpdates isEnabled isConfirmed /> });
  const user = userEvent.setup();
  useFakeClock();
  await user.click(screen.getByRole('switch'));
  await advancePastStillTrying();
  await user.click(cancel());
  await waitFor(() => expect(screen.getByRole('switch').getAttribute('aria-disabled')).toBe('false'));
  expect(screen.getByRole('switch')).toHaveProperty('checked', true);
  expect(screen.queryByText('Still trying')).toBeNull();
});

test('a change of the default card that hangs can be canceled (CAL-07)', async () => {
  const cards = [aCard({ isDefault: true }), aCard({ id: 'pm_2', last4: '4444' })];
  const api = fakeApi({ setDefaultPaymentMethod: never, listPaymentMethods: () => ({ body: cards }) });
  await renderPages({ '/': () => <CardsPanel cards={cards} /> });
  const user = userEvent.setup();
  useFakeClock();
  await user.click(screen.getByRole('button', { name: /^Set as Default: / }));
  await advancePastStillTrying();
  await user.click(cancel());
  await waitFor(() => expect(api.callsOf('listPaymentMethods')).toHaveLength(1));
  expect(screen.queryByText('Still trying')).toBeNull();
  expect(alertsShown()).toEqual([]);
});

test('a payment session that takes long says that the delivery exists and payment is being prepared (CAL-07, WIZ-28)', async () => {
  resetDevice();
  const waiting = aDelivery({ id: 7, status: 0 });
  cacheDeliveries([waiting]);
  fakeApi({ createPaymentSession: never, getDeliveryRequest: () => ({ body: waiting }) });
  const { user } = await openDetails(7);
  useFakeClock();
  await user.click(button('Pay'));
  await advancePastStillTrying();
  expect(screen.getByText('Still trying')).toBeVisible();
  expect(screen.getByText('Your delivery has been created. Payment is being prepared.')).toBeVisible();
  expect(screen.queryByText(/saved on this device/i)).toBeNull();
  await user.click(cancel());
});

test.each([
  ['Pay €18.40 with Visa 4242', 'Your bank is checking the payment. Your card is charged only once.'],
  ['Another card', 'Your delivery has been created. Payment is being prepared.'],
])('"%s" that takes long says only what it waits for itself (CAL-07, PAY-21)', async (name, detail) => {
  resetDevice();
  const waiting = aDelivery({ id: 7, status: 0 });
  fakeApi({
    getDeliveryRequest: () => ({ body: waiting }),
    listPaymentMethods: () => ({ body: [aCard({ isDefault: true })] }),
    chargeSavedCard: never,
    createPaymentSession: never,
  });
  const { user } = await openPayment('payment', '7');
  await screen.findByRole('button', { name: 'Pay €18.40 with Visa 4242' });
  useFakeClock();
  await user.click(button(name));
  await advancePastStillTrying();
  expect(screen.getByText('Still trying').textContent).toContain(detail);
  await user.click(cancel());
});

test('opening the checkout ends after ten seconds without a response, and can be tried again (PAY-83)', async () => {
  resetDevice();
  const waiting = aDelivery({ id: 7, status: 0 });
  cacheDeliveries([waiting]);
  const api = fakeApi({ createPaymentSession: never, getDeliveryRequest: () => ({ body: waiting }) });
  const { user } = await openDetails(7);
  useFakeClock();
  await user.click(button('Pay'));
  await act(() => vi.advanceTimersByTimeAsync(PAYMENT_PRESS_TIMEOUT_MS));
  await waitFor(() => expect(button('Pay').hasAttribute('data-loading')).toBe(false));
  expect(alertsShown()).toEqual(['Our server is not responding.: Try again in a moment.']);
  await user.click(button('Pay'));
  expect(api.callsOf('createPaymentSession')).toHaveLength(2);
});

test("a guest's press ends after ten seconds without a response, and can be tried again (PAY-83)", async () => {
  resetDevice(null);
  const payment = {
    id: 77,
    key: 'k',
    amount: 13.33,
    currency: 'EUR',
    status: 'due',
    description: 'Delivery',
  };
  const api = fakeApi({ getGuestPayment: () => ({ body: payment }), createGuestPaymentSession: never });
  await renderPages({
    '/pay/$key': () => <GuestPaymentScreen paymentKey="k" isCanceled={false} isReturning={false} />,
  });
  const pay = await screen.findByRole('button', { name: 'Pay €13.33' });
  const user = userEvent.setup();
  useFakeClock();
  await user.click(pay);
  // A read that hangs does not make the press wait longer.
  api.script.getGuestPayment = never;
  await act(() => vi.advanceTimersByTimeAsync(PAYMENT_PRESS_TIMEOUT_MS));
  await waitFor(() => expect(button('Pay €13.33').hasAttribute('data-loading')).toBe(false));
  expect(alertsShown()).toEqual(['Our server is not responding.: Try again in a moment.']);
  await user.click(button('Pay €13.33'));
  expect(api.callsOf('createGuestPaymentSession')).toHaveLength(2);
});

test('a lookup that hangs can be canceled and retried (CAL-07)', async () => {
  resetDevice(null);
  const api = fakeApi({ trackOrder: never });
  useFakeClock();
  const { user } = await openTracking(GUID);
  expect(await screen.findByText('Looking for your package…')).toBeVisible();
  await advancePastStillTrying();
  await user.click(cancel());
  expect(await screen.findByText("Couldn't look up this package")).toBeVisible();
  api.script.trackOrder = () => ({ status: 404, body: { title: 'ORDER_NOT_FOUND', status: 404 } });
  await user.click(button('Try again'));
  expect(await screen.findByText('No package found')).toBeVisible();
});

test('a refresh that hangs says so, and a user who stops waiting can refresh again (CAL-07)', async () => {
  resetDevice();
  cacheDeliveries([aDelivery({ id: 7 })]);
  const api = fakeApi({ listDeliveryRequests: never });
  const { user } = await openDeliveries();
  useFakeClock();
  await user.click(button('Refresh'));
  await advancePastStillTrying();
  await user.click(cancel());
  expect(screen.getByText('You stopped waiting.', { exact: false })).toBeVisible();
  expect(screen.queryByText('Still trying')).toBeNull();
  api.script.listDeliveryRequests = () => ({ body: [aDelivery({ id: 7 })] });
  await user.click(button('Try again'));
  expect(await screen.findByText('No change')).toBeVisible();
});

test('a first load that hangs says so, and its late response is shown all the same (CAL-07)', async () => {
  resetDevice();
  let respond = (_reply: { body: unknown }) => {};
  fakeApi({
    listDeliveryRequests: () =>
      new Promise((resolve) => {
        respond = resolve;
      }),
  });
  useFakeClock();
  const { user } = await openDeliveries();
  await advancePastStillTrying();
  await user.click(cancel());
  expect(screen.getByText('We could not load your deliveries')).toBeVisible();
  respond({ body: [aDelivery({ id: 7 })] });
  expect(await screen.findByRole('link', { name: /From .* To / })).toBeVisible();
});

test.each([
  ['My Deliveries', openDeliveries],
  ['Package Tracking', openTracking],
  ['the details of a delivery', () => openDetails(7)],
  ['My Addresses', () => renderPages({ '/': () => <AddressesPanel /> })],
  [
    "a guest's payment",
    () =>
      renderPages({
        '/pay/$key': () => <GuestPaymentScreen paymentKey="k" isCanceled={false} isReturning={false} />,
      }),
  ],
])(
  'on %s a second attempt to load says that it is running, and can be canceled (CAL-07)',
  async (_, open) => {
    resetDevice();
    const api = fakeApi({});
    await open();
    const tryAgain = await screen.findByRole('button', { name: 'Try again' });
    api.script.listDeliveryRequests = never;
    api.script.getDeliveryRequest = never;
    api.script.listAddresses = never;
    api.script.getGuestPayment = never;
    useFakeClock();
    const user = userEvent.setup();
    await user.click(tryAgain);
    expect(tryAgain.isConnected).toBe(false);
    expect(screen.getByText(/^Loading/)).toBeVisible();
    await advancePastStillTrying();
    await user.click(cancel());
    expect(button('Try again')).toBeVisible();
    expect(screen.getByText(/^You stopped waiting\./)).toBeVisible();
  },
);

test('a package of another sender stays in sight while the list is loaded again (TRK-16)', async () => {
  resetDevice();
  const api = fakeApi({ trackOrder: () => ({ body: anOrder({ guid: GUID }) }) });
  await openTracking(GUID);
  const result = await screen.findByRole('article', { name: 'Tracking result' });
  api.script.listDeliveryRequests = never;
  await userEvent.setup().click(button('Try again'));
  expect(screen.getByText('Loading your deliveries')).toBeVisible();
  expect(result).toBeVisible();
});
