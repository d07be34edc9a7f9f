import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { PAYMENT_STATUS } from '../../src/contract/status.ts';
import { useApp } from '../../src/stores/app.ts';
import { PAYMENT_CONFIRM_TIMEOUT_MS } from '../../src/use-cases/payments/poll-payment.ts';
import { aDelivery, anOrder } from '../support/delivery-fixtures.ts';
import { fakeApi, problemReply } from '../support/fake-api.ts';
import { button, openDetails, openPayment, resetDevice } from './deliveries-harness.tsx';

/** Resets the device. The server knows a delivery, which is unpaid unless stated otherwise, with this payment. */
function setPayment(
  changes: { status: number; refund?: string; amountRefunded?: number },
  delivery = aDelivery({ status: 0 }),
) {
  resetDevice();
  useApp.setState({ isReachable: true });
  const payment = { id: 1, created: '2026-11-20T10:12:00Z', amount: 18.4, currency: 'EUR', ...changes };
  fakeApi({
    getDeliveryRequest: () => ({ body: delivery }),
    getDeliveryPayment: () => ({ body: { payment } }),
  });
}

/** Opens the success page and waits until it has stopped asking whether the payment has arrived. */
async function openSuccessUntilTimeout() {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await openPayment('success');
  await screen.findByRole('heading', { name: 'Confirming your payment' });
  await act(() => vi.advanceTimersByTimeAsync(PAYMENT_CONFIRM_TIMEOUT_MS + 1000));
}

const reasons = () => screen.queryByText('Why was my card declined?');

afterEach(() => {
  vi.useRealTimers();
});

describe('While the bank works on a delayed payment', () => {
  const setProcessing = () => setPayment({ status: PAYMENT_STATUS.processing });

  test('the success page says so and asks for no second one (PAY-10)', async () => {
    setProcessing();
    await openSuccessUntilTimeout();
    expect(await screen.findByRole('heading', { name: 'Your payment is being processed' })).toBeVisible();
    expect(screen.getByText(/Please do not pay again\.$/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    expect(button('Check again')).toBeVisible();
  });

  test('the cancel page offers no second payment and names no reasons of declined cards (PAY-05, PAY-10)', async () => {
    setPayment({ status: PAYMENT_STATUS.processing }, aDelivery({ status: 0, isPaymentProcessing: true }));
    await openPayment('cancel');
    expect(await screen.findByRole('heading', { name: 'Your payment is being processed' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try Payment Again' })).toBeNull();
    expect(screen.queryByText(/This delivery was canceled/)).toBeNull();
    expect(reasons()).toBeNull();
  });

  test('the payment page states the amount that is processed, not a price that has changed since (PAY-10)', async () => {
    setPayment({ status: PAYMENT_STATUS.processing }, aDelivery({ status: 0, estimatedPrice: 25.45 }));
    await openPayment('payment');
    expect(await screen.findByText('€18.40')).toBeVisible();
    expect(screen.queryByText('€25.45')).toBeNull();
  });

  test.each([
    ['payment page', () => openPayment('payment')],
    ['details', () => openDetails(20417)],
  ] as const)('the %s offers no second payment (PAY-10)', async (_page, open) => {
    setProcessing();
    await open();
    expect(await screen.findByText(/Please do not pay again\.$/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    expect(screen.queryByText('Ready to pay')).toBeNull();
  });
});

describe('If a payment that arrived after a change is returned', () => {
  const setReturned = () => setPayment({ status: PAYMENT_STATUS.canceled, refund: 'pending' });

  test('the success page says so (PAY-85)', async () => {
    setReturned();
    await openSuccessUntilTimeout();
    expect(await screen.findByRole('heading', { name: 'We refund your payment' })).toBeVisible();
    expect(screen.queryByText(/haven't received a payment/)).toBeNull();
    expect(button('Pay')).toBeVisible();
  });

  test('the cancel page says neither that it was never charged nor why cards are declined (PAY-05, PAY-85)', async () => {
    setReturned();
    await openPayment('cancel');
    expect(await screen.findByRole('heading', { name: 'We refund your payment' })).toBeVisible();
    expect(screen.queryByText(/haven't been charged/)).toBeNull();
    expect(reasons()).toBeNull();
    expect(button('Try Payment Again')).toBeVisible();
  });

  test('the payment page says so above the summary and offers to pay (PAY-85)', async () => {
    setReturned();
    await openPayment('payment');
    const title = await screen.findByText('We refund your payment');
    expect(title).toBeVisible();
    const isAbove =
      title.compareDocumentPosition(screen.getByText('Amount due')) & Node.DOCUMENT_POSITION_FOLLOWING;
    expect(isAbove).toBeTruthy();
    expect(screen.getByText(/The delivery itself is not paid yet\.$/)).toBeVisible();
    expect(button('Pay €18.40')).toBeVisible();
  });
});

test.each(['success', 'cancel', 'payment'] as const)(
  'the %s page does not call a payment refunded whose refund has failed (PAY-07)',
  async (page) => {
    setPayment({ status: PAYMENT_STATUS.canceled, refund: 'failed' });
    await (page === 'success' ? openSuccessUntilTimeout() : openPayment(page));
    expect(await screen.findByText(/Your payment history shows where the refund is\./)).toBeVisible();
    expect(screen.queryByText(/is refunded/)).toBeNull();
  },
);

test('the payment page of a canceled delivery says in the words of the history that its refund is on its way (PAY-07)', async () => {
  setPayment({ status: PAYMENT_STATUS.paid, refund: 'pending' }, aDelivery({ status: 3 }));
  await openPayment('payment');
  expect(await screen.findByText(/^Your refund is on its way\./)).toBeVisible();
});

test('the cancel page names no reasons of declined cards and offers no second payment if the first has arrived after all (PAY-05)', async () => {
  setPayment({ status: PAYMENT_STATUS.paid });
  await openPayment('cancel');
  expect(await screen.findByRole('heading', { name: 'Payment Received' })).toBeVisible();
  expect(reasons()).toBeNull();
  expect(screen.queryByRole('button', { name: 'Try Payment Again' })).toBeNull();
});

test('the cancel page says that the delivery was paid in another tab meanwhile (PAY-05)', async () => {
  resetDevice();
  useApp.setState({ isReachable: true });
  const api = fakeApi({
    getDeliveryRequest: () => ({ body: aDelivery({ status: 0 }) }),
    getDeliveryPayment: () => ({ body: { payment: null } }),
    createPaymentSession: () => problemReply(409, 'PAYMENT_NOT_DUE'),
  });
  await openPayment('cancel');
  expect(await screen.findByRole('heading', { name: 'Payment Canceled' })).toBeVisible();
  const payment = { id: 1, created: '2026-11-20T10:12:00Z', amount: 18.4, currency: 'EUR', status: 2 };
  api.script.getDeliveryRequest = () => ({ body: aDelivery({ status: 1 }) });
  api.script.getDeliveryPayment = () => ({ body: { payment } });
  act(() => button('Try Payment Again').click());
  expect(await screen.findByRole('heading', { name: 'Payment Received' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try Payment Again' })).toBeNull();
});

test('an open payment page sees by itself that the delivery was paid elsewhere (PAY-85)', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  resetDevice();
  useApp.setState({ isReachable: true });
  const api = fakeApi({
    getDeliveryRequest: () => ({ body: aDelivery({ status: 0 }) }),
    getDeliveryPayment: () => ({ body: { payment: null } }),
  });
  await openPayment('payment');
  await screen.findByText('Amount due');
  api.script.getDeliveryRequest = () => ({ body: aDelivery({ status: 1 }) });
  await act(() => vi.advanceTimersByTimeAsync(useApp.getState().config.tracking.refreshMs + 1000));
  expect(await screen.findByRole('heading', { name: 'Nothing to pay' })).toBeVisible();
});

test('the cancel page of a delivery that was canceled meanwhile does not say that it can be paid (PAY-85)', async () => {
  resetDevice();
  fakeApi({
    getDeliveryRequest: () => ({ body: aDelivery({ status: 3 }) }),
    getDeliveryPayment: () => ({ body: { payment: null } }),
  });
  await openPayment('cancel');
  expect(await screen.findByText("This delivery was canceled, so there's nothing to pay.")).toBeVisible();
  expect(await screen.findByText(/^You left the checkout before paying/)).toBeVisible();
  expect(screen.queryByText(/You can pay at any time/)).toBeNull();
});

describe('If the whole payment was refunded', () => {
  const setRefunded = (status: number) =>
    setPayment(
      { status: PAYMENT_STATUS.paid, refund: 'done', amountRefunded: 18.4 },
      aDelivery({ status, order: null }),
    );

  test.each([
    ['success page', 'of a canceled delivery', 'success', 3],
    ['success page', 'of a delivery that is not canceled', 'success', 1],
    ['cancel page', 'of a canceled delivery', 'cancel', 3],
    ['payment page', 'of a delivery that is not canceled', 'payment', 1],
  ] as const)(
    'the %s %s says so and claims no other outcome (PAY-85)',
    async (_name, _which, page, status) => {
      setRefunded(status);
      await openPayment(page);
      expect(await screen.findByText('Your payment was refunded')).toBeVisible();
      expect(screen.queryByText(/received a payment|received your payment|is paid|Confirming/)).toBeNull();
      expect(screen.queryByRole('button', { name: /^(Pay|Try|Check)/ })).toBeNull();
    },
  );
});

test('the details say that the payment was refunded, and not that the delivery is paid (PAY-85)', async () => {
  setPayment({ status: PAYMENT_STATUS.paid }, aDelivery({ status: 1, order: null, isPaymentRefunded: true }));
  const { user } = await openDetails(20417);
  expect(await screen.findByText('Refunded')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Payment' }));
  expect(await screen.findByText('Your payment was refunded')).toBeVisible();
  expect(screen.getByText('Refunded')).toBeVisible();
  expect(screen.queryByText('Paid')).toBeNull();
});

test('the success page of an accepted delivery does not say that it is checked and accepted next (PAY-09)', async () => {
  setPayment({ status: PAYMENT_STATUS.paid }, aDelivery({ status: 2, order: anOrder() }));
  await openPayment('success');
  expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  expect(screen.queryByText('We check your request and accept it.')).toBeNull();
});

test('the success page of a canceled delivery says where to see what happens to its payment (PAY-85)', async () => {
  setPayment({ status: PAYMENT_STATUS.paid, refund: 'pending' }, aDelivery({ status: 3 }));
  await openPayment('success');
  expect(await screen.findByText(/was canceled\. Your payment history shows/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^(Pay|Check)/ })).toBeNull();
});

test.each(['success', 'cancel'] as const)(
  'the %s page says that a payment is safe while the server does not respond (PAY-85)',
  async (page) => {
    resetDevice();
    fakeApi({});
    await openPayment(page);
    expect(
      await screen.findByText(/We'll keep trying\. If you've paid, your payment is safe\.$/),
    ).toBeVisible();
  },
);
