import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_CONFIG } from '../../src/contract/default-config.ts';
import { useApp } from '../../src/stores/app.ts';
import { aDelivery } from '../support/delivery-fixtures.ts';
import { fakeApi } from '../support/fake-api.ts';
import { button, openPayment, resetDevice } from './deliveries-harness.tsx';

const PAID = aDelivery({ status: 1 });
const PAYMENT = {
  id: 1,
  created: '2026-11-20T10:12:00Z',
  status: 2,
  amount: 13.33,
  currency: 'EUR',
  cardBrand: 'visa',
  cardLast4: '4242',
  receiptNumber: 42,
  vatPercent: 23,
  vatAmount: 2.49,
};

beforeEach(() => resetDevice());
afterEach(() => vi.unstubAllGlobals());

test('the receipt names supplier, number, net, VAT and total, and can be printed (PAY-22)', async () => {
  const operator = {
    ...DEFAULT_CONFIG.operator,
    name: 'Send Ltd',
    address: '1 Quay, Dublin',
    vatNumber: 'IE1A',
  };
  useApp.setState({ config: { ...DEFAULT_CONFIG, operator } });
  fakeApi({
    getDeliveryRequest: () => ({ body: PAID }),
    getDeliveryPayment: () => ({ body: { payment: PAYMENT } }),
  });
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const { user } = await openPayment('receipt');
  expect(await screen.findByText('VAT 23%')).toBeVisible();
  for (const text of ['Send Ltd', '1 Quay, Dublin', 'VAT number IE1A', '42', '€10.84', '€2.49', '€13.33']) {
    expect(screen.getByText(text)).toBeVisible();
  }
  await user.click(button('Print or save as PDF'));
  expect(print).toHaveBeenCalled();
  expect(screen.getByRole('link', { name: 'View Delivery Details' })).toBeVisible();
});

test('an unpaid delivery has no receipt', async () => {
  fakeApi({
    getDeliveryRequest: () => ({ body: aDelivery({ status: 0 }) }),
    getDeliveryPayment: () => ({ body: { payment: null } }),
  });
  await openPayment('receipt');
  expect(await screen.findByText(/There is no receipt/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Print or save as PDF' })).toBeNull();
});

test('a receipt that cannot be loaded says that it needs a connection (PAY-22)', async () => {
  const api = fakeApi({ getDeliveryRequest: () => ({ body: PAID }) });
  const { user } = await openPayment('receipt');
  expect(await screen.findByText(/never saved on this device/)).toBeVisible();
  api.script.getDeliveryPayment = () => ({ body: { payment: PAYMENT } });
  await user.click(button('Try again'));
  expect(await screen.findByText('VAT 23%')).toBeVisible();
});
