import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PAYMENT_STATUS } from '../../src/contract/status.ts';
import { useApp } from '../../src/stores/app.ts';
import { PAYMENT_CONFIRM_TIMEOUT_MS } from '../../src/use-cases/payments/poll-payment.ts';
import { aDelivery } from '../support/delivery-fixtures.ts';
import { fakeApi } from '../support/fake-api.ts';
import { button, openDetails, openPayment, resetDevice } from './deliveries-harness.tsx';

const PAYMENT = {
  id: 1,
  created: '2026-11-20T10:12:00Z',
  amount: 18.4,
  currency: 'EUR',
  status: PAYMENT_STATUS.processing,
};

beforeEach(() => {
  resetDevice();
  useApp.setState({ isReachable: true });
  fakeApi({
    getDeliveryRequest: () => ({ body: aDelivery({ status: 0 }) }),
    getDeliveryPayment: () => ({ body: { payment: PAYMENT } }),
  });
});
afterEach(() => {
  vi.useRealTimers();
});

test('the success page says that the bank works on a delayed payment, and asks for no second one (PAY-10)', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await openPayment('success');
  await screen.findByRole('heading', { name: 'Confirming your payment' });
  await act(() => vi.advanceTimersByTimeAsync(PAYMENT_CONFIRM_TIMEOUT_MS + 1000));
  expect(await screen.findByRole('heading', { name: 'Your payment is being processed' })).toBeVisible();
  expect(screen.getByText(/Please do not pay again\.$/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  expect(button('Check again')).toBeVisible();
});

test('the cancel page offers no second payment while the bank works on the first (PAY-10)', async () => {
  await openPayment('cancel');
  expect(await screen.findByRole('heading', { name: 'Your payment is being processed' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try Payment Again' })).toBeNull();
});

test.each([
  ['payment page', () => openPayment('payment')],
  ['details', () => openDetails(20417)],
] as const)(
  'the %s offers no second payment while the bank works on the first (PAY-10)',
  async (_page, open) => {
    await open();
    expect(await screen.findByText(/Please do not pay again\.$/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    expect(screen.queryByText('Ready to pay')).toBeNull();
  },
);
