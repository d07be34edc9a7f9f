import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { DEFAULT_TARIFF } from '../../src/contract/price.ts';
import { deliveryCardOf } from '../../src/domain/arrival.ts';
import { useApp } from '../../src/stores/app.ts';
import { aDelivery } from '../support/delivery-fixtures.ts';
import { fakeApi } from '../support/fake-api.ts';
import { button, cacheDeliveries, openDetails, openPayment, resetDevice } from './deliveries-harness.tsx';

const UNCLEAR = aDelivery({
  id: 7,
  status: 0,
  order: null,
  dropOffSnapshot: { name: 'Work' },
  estimatedPrice: 18.4,
  unclearPlaces: ['dropOff'],
});
const REASON = "Pick the place under Edit Details first. Then we'll confirm the price.";
const NAAS = {
  place_id: 7,
  display_name: 'Naas, County Kildare, Ireland',
  lat: '53.2206',
  lon: '-6.6593',
  address: { town: 'Naas', country: 'Ireland' },
};
const dropOff = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Drop-off Location' });

beforeEach(() => {
  resetDevice();
  useApp.setState(({ config }) => ({ config: { ...config, tariff: DEFAULT_TARIFF } }));
  cacheDeliveries([UNCLEAR]);
});

test('says what is needed, closes Pay with its reason, and Edit Details leads to the field (PLC-08)', async () => {
  fakeApi({ getDeliveryRequest: () => ({ body: UNCLEAR }) });
  const { user } = await openDetails(7);
  expect(screen.getByText('Pick the place on the map so that we can confirm the price')).toBeVisible();
  expect(
    screen.getByText(/We don't know where “Work” \(drop-off\) is. Nothing has been charged./),
  ).toBeVisible();
  expect(screen.getByText('Distance not known yet, 15 km assumed')).toBeVisible();
  const pay = button('Pay');
  expect(pay.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText(REASON)).toBeVisible();
  await user.click(screen.getAllByRole('button', { name: 'Edit Details' })[0] as HTMLElement);
  await waitFor(() => expect(document.activeElement).toBe(dropOff()));
  expect(screen.getByText(/Choose a suggestion, or pick the place on the map/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Map picker for drop-off' })).toBeVisible();
});

test('shows both prices once the place was picked, before Pay charges the new one (PLC-04)', async () => {
  const priced = { ...UNCLEAR, estimatedPrice: 33.1, assumedPrice: 18.4, unclearPlaces: [] };
  let saved: object = UNCLEAR;
  const api = fakeApi({
    getDeliveryRequest: () => ({ body: saved }),
    editDeliveryRequest: ({ body }) => {
      saved = { ...priced, ...(body as object) };
      return { body: saved };
    },
  });
  api.places = [NAAS];
  const { user } = await openDetails(7);
  await user.click(screen.getAllByRole('button', { name: 'Edit Details' })[0] as HTMLElement);
  await user.click(await screen.findByRole('option', { name: /Naas/ }));
  await user.click(button('Save Changes'));
  await waitFor(() => expect(api.callsOf('editDeliveryRequest')).toHaveLength(1));
  expect(api.callsOf('editDeliveryRequest')[0]?.body).toMatchObject({
    dropOffSnapshot: { latitude: 53.2206, longitude: -6.6593 },
  });
  expect(
    await screen.findByText('Before the place was confirmed, we estimated €18.40. The price is €33.10.'),
  ).toBeVisible();
  expect(screen.queryByText(/Pick the place/)).toBeNull();
  expect(screen.queryByText('Distance not known yet, 15 km assumed')).toBeNull();
  expect(button('Pay').getAttribute('aria-disabled')).toBeNull();
});

test('closes every way to pay on the payment page (PLC-08)', async () => {
  const api = fakeApi({
    getDeliveryRequest: () => ({ body: UNCLEAR }),
    listPaymentMethods: () => ({
      body: [{ id: 'pm_1', brand: 'visa', last4: '4242', expMonth: 1, expYear: 2030, isDefault: true }],
    }),
  });
  await openPayment('payment', '7');
  const pay = await screen.findByRole('button', { name: /^Pay/ });
  expect(pay.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText(REASON)).toBeVisible();
  expect(screen.getByText('Distance not known yet, 15 km assumed')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Another card|Visa/ })).toBeNull();
  pay.click();
  expect(api.callsOf('createPaymentSession')).toEqual([]);
});

test('offers no Pay on the Payment tab either (PLC-08)', async () => {
  fakeApi({ getDeliveryRequest: () => ({ body: UNCLEAR }) });
  await openDetails(7, 'payment');
  const panel = within(screen.getByRole('tabpanel'));
  expect(panel.getByRole('button', { name: /^Pay/ }).getAttribute('aria-disabled')).toBe('true');
  expect(panel.queryByText('Ready to pay', { selector: 'b' })).toBeNull();
});

test('is not ready to pay in the list (PLC-08)', () => {
  expect(deliveryCardOf(UNCLEAR).arrival.headline).toBe('Place to be confirmed');
  expect(deliveryCardOf({ ...UNCLEAR, unclearPlaces: [] }).arrival.headline).toBe('Ready to pay');
});
