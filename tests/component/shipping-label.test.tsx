import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aDelivery, anOrder } from '../support/delivery-fixtures.ts';
import { fakeApi } from '../support/fake-api.ts';
import { button, cacheDeliveries, openDetails, openPayment, resetDevice } from './deliveries-harness.tsx';

beforeEach(() => resetDevice());
afterEach(() => vi.unstubAllGlobals());

const ACCEPTED = aDelivery({ status: 2, isFragile: true, order: anOrder() });

test('the label has both places, the reference as a barcode and a QR code, and can be printed (LAY-21)', async () => {
  fakeApi({ getDeliveryRequest: () => ({ body: ACCEPTED }) });
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const { user } = await openPayment('label');
  expect(await screen.findByRole('img', { name: 'Barcode of SND-20417' })).toBeVisible();
  expect(screen.getByRole('img', { name: 'QR code of the tracking page' })).toBeVisible();
  for (const text of [ACCEPTED.pickUpSnapshot.name, ACCEPTED.dropOffSnapshot.name, 'SND-20417', 'FRAGILE']) {
    expect(screen.getByText(text)).toBeVisible();
  }
  await user.click(button('Print label'));
  expect(print).toHaveBeenCalled();
});

test('a reference that a barcode cannot contain is replaced by the number of the delivery (LAY-21)', async () => {
  const order = anOrder({ referenceNumber: 'Größe 7' });
  fakeApi({ getDeliveryRequest: () => ({ body: { ...ACCEPTED, order } }) });
  await openPayment('label');
  expect(await screen.findByRole('img', { name: 'Barcode of 20417' })).toBeVisible();
});

test('a delivery that is not accepted has no label yet (LAY-21)', async () => {
  fakeApi({ getDeliveryRequest: () => ({ body: aDelivery({ status: 0, order: null }) }) });
  await openPayment('label');
  expect(await screen.findByText(/ready as soon as your delivery is paid and accepted/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Print label' })).toBeNull();
});

test.each([
  ['under way', 3, true],
  ['delivered', 5, false],
])('details of a delivery that is %s link to the label: %i, %s (LAY-21)', async (_name, status, hasLabel) => {
  const delivery = { ...ACCEPTED, order: anOrder({ status }) };
  fakeApi({ getDeliveryRequest: () => ({ body: delivery }) });
  cacheDeliveries([delivery]);
  await openDetails(delivery.id);
  expect(await screen.findByRole('button', { name: 'Send it back' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Shipping Label' }) !== null).toBe(hasLabel);
});
