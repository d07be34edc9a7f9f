import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PAYMENT_STATUS } from '../../src/contract/status.ts';
import { useApp } from '../../src/stores/app.ts';
import { PAYMENT_CONFIRM_TIMEOUT_MS } from '../../src/use-cases/payments/poll-payment.ts';
import { aDelivery } from '../support/delivery-fixtures.ts';
import { fakeApi } from '../support/fake-api.ts';
import { button, openPayment, resetDevice } from './deliveries-harness.tsx';

const RETURNED = {
  id: 1,
  created: '2026-11-20T10:12:00Z',
  amount: 18.4,
  currency: 'EUR',
  status: PAYMENT_STATUS.canceled,
  refund: 'pending',
};

beforeEach(() => {
  resetDevice();
  useApp.setState({ isReachable: true });
  fakeApi({
    getDeliveryRequest: () => ({ body: aDelivery({ status: 0 }) }),
    getDeliveryPayment: () => ({ body: { payment: RETURNED } }),
  });
});
afterEach(() => {
  vi.useRealTimers();
});

test('the success page says that a payment which arrived after a change is returned (PAY-85)', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await openPayment('success');
  await screen.findByRole('heading', { name: 'Confirming your payment' });
  await act(() => vi.advanceTimersByTimeAsync(PAYMENT_CONFIRM_TIMEOUT_MS + 1000));
  expect(await screen.findByRole('heading', { name: 'Your payment is refunded' })).toBeVisible();
  expect(screen.queryByText(/haven't received a payment/)).toBeNull();
  expect(button('Pay')).toBeVisible();
});

test('the cancel page does not say that such a payment was never charged (PAY-85)', async () => {
  await openPayment('cancel');
  expect(await screen.findByRole('heading', { name: 'Your payment is refunded' })).toBeVisible();
  expect(screen.queryByText(/haven't been charged/)).toBeNull();
  expect(button('Try Payment Again')).toBeVisible();
});
