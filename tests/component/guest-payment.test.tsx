import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { STILL_TRYING_MS } from '../../src/app/Providers.tsx';
import { DEFAULT_CONFIG } from '../../src/contract/default-config.ts';
import { DEFAULT_TARIFF } from '../../src/contract/price.ts';
import { ORDER_STATUS, REQUEST_STATUS } from '../../src/contract/status.ts';
import { GuestPaymentScreen } from '../../src/features/deliveries/GuestPaymentScreen.tsx';
import { Confirmation } from '../../src/features/request/Confirmation.tsx';
import type { SentEntry } from '../../src/outbox/entry.ts';
import { useApp } from '../../src/stores/app.ts';
import { useOutbox } from '../../src/stores/outbox.ts';
import { useTracked } from '../../src/stores/tracked.ts';
import { PAYMENT_CONFIRM_TIMEOUT_MS } from '../../src/use-cases/payments/poll-payment.ts';
import { fakeApi, problemReply } from '../support/fake-api.ts';
import { renderPages } from '../support/render.tsx';
import { resetDevice } from './wizard-harness.tsx';

const KEY = '3f0c4f0e-0000-4000-8000-000000000000';
const TRACKING = '8a1c4f0e-0000-4000-8000-000000000000';
const DUE = {
  id: 77,
  key: KEY,
  amount: 13.33,
  currency: 'EUR',
  status: 'due',
  description: 'Delivery from Dublin to Bray',
  trackingNumber: null,
  failureMessage: null,
};

const RECEIPT: SentEntry = {
  id: 'key-of-the-request',
  state: 'sent',
  owner: null,
  createdAt: 1,
  sentAt: 2,
  kind: 'guest',
  response: { id: 77 },
  intent: {
    kind: 'submitGuestRequest',
    body: {
      firstName: 'Niamh',
      lastName: 'Byrne',
      phone: '',
      email: '',
      pickup: 'Dublin',
      dropoff: 'Bray',
      note: '',
    },
    request: {
      pickUpSnapshot: { name: 'Dublin' },
      dropOffSnapshot: { name: 'Bray' },
      weight: 2,
      volume: 0.02,
      width: 0.3,
      length: 0.3,
      height: 0.2,
      deliveryNote: '',
      deliveryType: 0,
      isPriority: false,
      isFragile: false,
    },
  },
};

const setReachable = (isReachable: boolean) =>
  act(() => {
    useApp.setState({ isReachable });
  });

beforeEach(() => {
  resetDevice();
  setReachable(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function openPaymentPage({ isCanceled = false, isReturning = false } = {}) {
  await renderPages({
    '/pay/$key': () => (
      <GuestPaymentScreen paymentKey={KEY} isCanceled={isCanceled} isReturning={isReturning} />
    ),
    '/tracking': () => <h1>Package Tracking</h1>,
    '/': () => <h1>Request a Delivery</h1>,
    '/faq': () => <h1>FAQ</h1>,
  });
  return userEvent.setup();
}

/** The effects of what is on the screen run before, so that the page listens. */
async function becomeVisible(): Promise<void> {
  await act(async () => undefined);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

test('a guest sees what is due, pays, and sees the tracking number (PAY-71)', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  const api = fakeApi({
    getGuestPayment: () => ({ body: DUE }),
    createGuestPaymentSession: () => ({ body: { sessionUrl: `${location.origin}/sandbox/checkout/cs_1` } }),
  });
  const user = await openPaymentPage();
  await user.click(await screen.findByRole('button', { name: 'Pay €13.33' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith(`${location.origin}/sandbox/checkout/cs_1`));
  api.script.getGuestPayment = () => ({ body: { ...DUE, status: 'paid', trackingNumber: TRACKING } });
  await becomeVisible();
  expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  expect(screen.getByText(TRACKING)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Pay €13.33' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Track Package' })).toBeVisible();
});

test('after the return from the checkout no one is asked to pay again before the payment is confirmed (PAY-71)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'], shouldAdvanceTime: true });
  const api = fakeApi({ getGuestPayment: () => ({ body: DUE }) });
  await openPaymentPage({ isReturning: true });
  expect(await screen.findByRole('heading', { name: 'Confirming your payment' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Pay €13.33' })).toBeNull();
  api.script.getGuestPayment = () => ({ body: { ...DUE, status: 'paid', trackingNumber: TRACKING } });
  await act(() => vi.advanceTimersByTimeAsync(1500));
  expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeVisible();
});

test('a return from the checkout to a server that hangs can be canceled, and a late response is shown (PAY-85)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true });
  let respond = (_: { body: unknown }): void => undefined;
  const response = new Promise<{ body: unknown }>((resolve) => {
    respond = resolve;
  });
  fakeApi({ getGuestPayment: () => response });
  await openPaymentPage({ isReturning: true });
  await act(() => vi.advanceTimersByTimeAsync(STILL_TRYING_MS));
  expect(screen.getByText("If you've paid, your payment is safe.")).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  expect(screen.getByText("You stopped waiting. If you've paid, your payment is safe.")).toBeVisible();
  respond({ body: { ...DUE, status: 'paid', trackingNumber: TRACKING } });
  expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeVisible();
});

test('a delayed payment that fails is named at once, and no longer called being confirmed (PAY-10)', async () => {
  const api = fakeApi({ getGuestPayment: () => ({ body: { ...DUE, status: 'processing' } }) });
  await openPaymentPage({ isReturning: true });
  await screen.findByRole('heading', { name: 'Your payment is being processed' });
  api.script.getGuestPayment = () => ({ body: { ...DUE, failureMessage: 'Your card was declined.' } });
  await becomeVisible();
  expect(await screen.findByText('The last payment was declined')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Pay €13.33' })).toBeVisible();
});

test('a payment that is not confirmed after half a minute is due again (PAY-71)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'], shouldAdvanceTime: true });
  fakeApi({ getGuestPayment: () => ({ body: DUE }) });
  await openPaymentPage({ isReturning: true });
  expect(await screen.findByRole('heading', { name: 'Confirming your payment' })).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(PAYMENT_CONFIRM_TIMEOUT_MS));
  expect(await screen.findByRole('button', { name: 'Pay €13.33' })).toBeVisible();
});

test('what is due shows that it may be out of date, and is read again when the connection is back (PAY-71, PAY-85)', async () => {
  const api = fakeApi({ getGuestPayment: () => ({ body: DUE }) });
  await openPaymentPage();
  await screen.findByRole('button', { name: 'Pay €13.33' });
  // Some screen readers announce only what is added to a live region that is there before.
  const regions = [...document.querySelectorAll('[role="status"]')];
  setReachable(false);
  delete api.script.getGuestPayment;
  await becomeVisible();
  const message = await screen.findByText("Couldn't refresh");
  expect(message).toBeVisible();
  expect(regions).toContain(message.closest('[role="status"]'));
  expect(screen.getByText(/^This may be out of date\./)).toBeVisible();
  expect(screen.getByText(/^Updated /)).toBeVisible();
  api.script.getGuestPayment = () => ({ body: { ...DUE, status: 'paid', trackingNumber: TRACKING } });
  setReachable(true);
  expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  expect(screen.queryByText("Couldn't refresh")).toBeNull();
});

test('a payment that could not be loaded says why it failed, and loads when the connection is back (PAY-71, PAY-85)', async () => {
  const api = fakeApi({});
  setReachable(false);
  await openPaymentPage({ isReturning: true });
  expect(await screen.findByText(/^If you've paid, your payment is safe/)).toBeVisible();
  api.script.getGuestPayment = () => ({ body: DUE });
  setReachable(true);
  expect(await screen.findByRole('heading', { name: 'Confirming your payment' })).toBeVisible();
});

test('a guest reads about VAT and withdrawal before paying, and not afterwards (PAY-95)', async () => {
  const tariff = { ...DEFAULT_TARIFF, vatPercent: 13.5 };
  useApp.setState({ config: { ...DEFAULT_CONFIG, tariff } });
  const api = fakeApi({ getGuestPayment: () => ({ body: DUE }) });
  await openPaymentPage();
  expect(await screen.findByText('The price includes 13.5% VAT.')).toBeVisible();
  cleanup();
  api.script.getGuestPayment = () => ({ body: { ...DUE, status: 'paid' } });
  await openPaymentPage();
  expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  expect(screen.queryByText(/right of withdrawal/)).toBeNull();
});

test('a guest sees what was paid and refunded, with the receipt and the credit note (PAY-93)', async () => {
  const paid = { created: '2026-11-20T10:12:00Z', currency: 'EUR' };
  const history = [
    { ...paid, kind: 'payment', amount: 13.33, documentUrl: '/api/documents/1' },
    { ...paid, kind: 'refund', amount: 13.33, state: 'pending', documentUrl: '/api/documents/2' },
  ];
  // The price has changed while a page with the former price was open, and that page was paid.
  fakeApi({ getGuestPayment: () => ({ body: { ...DUE, amount: 20, history } }) });
  await openPaymentPage();
  expect(await screen.findByRole('heading', { name: 'Pay for your delivery' })).toBeVisible();
  expect(screen.getByText(/^€13\.33, Nov 20, 2026$/)).toBeVisible();
  expect(screen.getByText(/^€13\.33, Nov 20, 2026, on its way/)).toBeVisible();
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(hrefOf('View receipt')).toContain('/api/documents/1');
  expect(hrefOf('View credit note')).toContain('/api/documents/2');
});

test('a decline is named, and a return without an attempt says that the payment was canceled (PAY-71)', async () => {
  const api = fakeApi({ getGuestPayment: () => ({ body: DUE }) });
  await openPaymentPage({ isCanceled: true });
  expect(await screen.findByText('Payment Canceled')).toBeVisible();
  const failureMessage = 'Your card has insufficient funds.';
  api.script.getGuestPayment = () => ({ body: { ...DUE, failureMessage } });
  await becomeVisible();
  expect(await screen.findByText(/insufficient funds/)).toBeVisible();
  expect(screen.queryByText('Payment Canceled')).toBeNull();
});

test('an unknown link and a missing connection are explained (PAY-71)', async () => {
  const api = fakeApi({});
  const user = await openPaymentPage();
  expect(await screen.findByRole('heading', { name: 'We could not load your payment' })).toBeVisible();
  api.script.getGuestPayment = () => problemReply(404, 'ORDER_REQUEST_NOT_FOUND');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Payment Not Found' })).toBeVisible();
});

test.each([
  [{ status: 1, payment: null }, 'We received your request', /We'll tell you how to pay once/],
  [{ status: 0, payment: { ...DUE } }, 'Your request is accepted', /Pay €13.33, and we'll start/],
  [{ status: 0, payment: { ...DUE, status: 'processing' } }, 'Your request is accepted', /do not pay again/],
  [
    { status: 2, payment: { ...DUE, status: 'paid' }, trackingNumber: TRACKING },
    'Your request is accepted',
    /You have paid €13.33/,
  ],
  [{ status: 2, payment: null, trackingNumber: TRACKING }, 'Your request is accepted', /Follow your package/],
])('the receipt of a guest follows the request: %j (WIZ-48, PAY-71)', async (state, heading, sentence) => {
  fakeApi({ getGuestRequest: () => ({ body: { id: 77, trackingNumber: null, ...state } }) });
  await renderPages({
    '/': () => <Confirmation entry={RECEIPT} onUse={() => undefined} onRequestAnother={() => undefined} />,
    '/pay/$key': () => <h1>Pay for your delivery</h1>,
    '/tracking': () => <h1>Package Tracking</h1>,
  });
  expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
  expect(await screen.findByText(sentence)).toBeVisible();
  // What to do comes before what was ordered, because on a phone the list is longer than the screen.
  const next = screen.getByRole('heading', { name: 'What happens next' });
  const order = screen.getByRole('region', { name: 'Your request' });
  expect(next.compareDocumentPosition(order)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const isDue = state.payment?.status === 'due';
  expect(screen.queryAllByRole('link', { name: 'Pay €13.33' })).toHaveLength(isDue ? 1 : 0);
  if (state.payment !== null || 'trackingNumber' in state) {
    expect(screen.queryByText(/We'll tell you how to pay once/)).toBeNull();
  }
});

test.each([
  ['of money that is on its way back', { ...DUE, status: 'closed' }, /nothing left to pay/],
  ['of a refunded payment', { ...DUE, status: 'refunded' }, /We have refunded €13\.33/],
  ['of a request that was paid otherwise', null, /canceled\.$/],
])(
  'the receipt of a guest says that the delivery was canceled: %s (WIZ-48)',
  async (_which, payment, step) => {
    const state = { id: 77, trackingNumber: TRACKING, status: REQUEST_STATUS.closed, payment };
    fakeApi({ getGuestRequest: () => ({ body: state }) });
    await renderPages({
      '/': () => <Confirmation entry={RECEIPT} onUse={() => undefined} onRequestAnother={() => undefined} />,
      '/tracking': () => <h1>Package Tracking</h1>,
    });
    expect(await screen.findByRole('heading', { name: 'Your delivery was canceled' })).toBeVisible();
    expect(screen.getAllByRole('listitem').some(({ textContent }) => step.test(textContent))).toBe(true);
    expect(screen.queryByText(/accepted|The driver calls|mail the tracking number/)).toBeNull();
  },
);

test('without a network, the receipt of a guest says what the device knows of the cancellation (WIZ-48)', async () => {
  fakeApi({});
  const tracking = { id: 1, guid: TRACKING, status: ORDER_STATUS.canceled };
  useTracked.getState().upsert({ guid: TRACKING, tracking, at: 1, requestId: 77 });
  onTestFinished(() => useTracked.getState().remove(TRACKING));
  await renderPages({
    '/': () => <Confirmation entry={RECEIPT} onUse={() => undefined} onRequestAnother={() => undefined} />,
    '/tracking': () => <h1>Package Tracking</h1>,
  });
  expect(await screen.findByRole('heading', { name: 'Your delivery was canceled' })).toBeVisible();
});

describe('A guest whose estimate contained the assumed distance', () => {
  const quoted = { ...RECEIPT, quote: { estimatedPrice: 20.5, currency: 'EUR', assumedKm: 15 } };
  const openConfirmation = (entry: SentEntry) =>
    renderPages({
      '/': () => <Confirmation entry={entry} onUse={() => undefined} onRequestAnother={() => undefined} />,
    });
  const message = 'When you sent it, we estimated €20.50. The price is €13.33.';
  beforeEach(() => useOutbox.setState({ receipts: [quoted] }));

  test('sees that in the confirmation (PLC-09)', async () => {
    fakeApi({ getGuestRequest: () => ({ body: { id: 77, status: 1 } }) });
    await openConfirmation(quoted);
    expect(screen.getByText('Distance not known yet, 15 km assumed')).toBeVisible();
    expect(screen.getByText(/We check where your places are, and then confirm the price/)).toBeVisible();
  });

  test('sees both prices beside Pay, in the confirmation and on the payment page (PLC-09)', async () => {
    fakeApi({
      getGuestRequest: () => ({ body: { id: 77, status: 2, payment: DUE } }),
      getGuestPayment: () => ({ body: DUE }),
    });
    const view = await openConfirmation(quoted);
    expect(await screen.findByText(message)).toBeVisible();
    view.unmount();
    await openPaymentPage();
    expect(await screen.findByText(message)).toBeVisible();
  });

  test('reads nothing about it if the price is the estimate', async () => {
    fakeApi({ getGuestPayment: () => ({ body: { ...DUE, amount: 20.5 } }) });
    await openPaymentPage();
    expect(await screen.findByRole('button', { name: 'Pay €20.50' })).toBeVisible();
    expect(screen.queryByText(/we estimated/)).toBeNull();
  });
});
