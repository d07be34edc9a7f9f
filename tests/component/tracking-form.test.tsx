import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aDelivery, anOrder, GUID } from '../support/delivery-fixtures.ts';
import { fakeApi, problemReply } from '../support/fake-api.ts';
import { button, cacheDeliveries, openTracking, resetDevice } from './deliveries-harness.tsx';

const found = () => ({ trackOrder: () => ({ body: { ...anOrder(), from: 'Dublin', to: 'Howth' } }) });
const numberField = () => screen.getByLabelText<HTMLInputElement>('Tracking number');

test('folds the form away for a result, and shows it again with its number selected (TRK-13)', async () => {
  resetDevice(null);
  const api = fakeApi(found());
  const { user } = await openTracking();
  await user.type(numberField(), GUID);
  await user.keyboard('{Enter}');
  await screen.findByRole('article', { name: 'Tracking result' });
  expect(numberField()).not.toBeVisible();
  expect(document.activeElement).toBe(button('Track another package'));
  await user.click(button('Track another package'));
  expect(numberField()).toBeVisible();
  expect(document.activeElement).toBe(numberField());
  api.script.trackOrder = () => problemReply(404, 'ORDER_NOT_FOUND');
  await user.paste('0b0a4f5e-6f0e-4c58-9d8e-3a4c5d6e7f80');
  await user.keyboard('{Enter}');
  expect(await screen.findByText('No package found')).toBeVisible();
  expect(numberField()).toBeVisible();
});

test('begins with the deliveries; a result is above them, a failed look-up beside the form (TRK-14)', async () => {
  resetDevice();
  const list = [aDelivery({ id: 8, status: 2, order: anOrder() })];
  cacheDeliveries(list);
  const api = fakeApi({
    listDeliveryRequests: () => ({ body: list }),
    ...found(),
  });
  const { user } = await openTracking();
  const isBefore = (a: Element, b: Element) =>
    (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const heading = (name: string) => screen.getByRole('heading', { name });
  expect(isBefore(heading('Your Deliveries'), heading('Track Another Package'))).toBe(true);
  await user.click(button('Track another package'));
  expect(document.activeElement).toBe(numberField());
  await user.paste(GUID);
  await user.click(button('Track Package'));
  const results = await screen.findByText('Tracking Results');
  expect(document.activeElement).toBe(results);
  expect(isBefore(results, heading('Your Deliveries'))).toBe(true);
  api.script.trackOrder = () => problemReply(404, 'ORDER_NOT_FOUND');
  await user.clear(numberField());
  await user.paste('0b0a4f5e-6f0e-4c58-9d8e-3a4c5d6e7f80');
  await user.click(button('Track Package'));
  const message = await screen.findByText('No package found');
  expect(isBefore(numberField(), message)).toBe(true);
});
