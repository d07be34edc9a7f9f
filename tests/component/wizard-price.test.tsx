import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_CONFIG } from '../../src/contract/default-config.ts';
import type { DeliveryRequestInput } from '../../src/contract/delivery-request.ts';
import { formatMoney } from '../../src/contract/money.ts';
import { DEFAULT_TARIFF, priceEstimate } from '../../src/contract/price.ts';
import { useApp } from '../../src/stores/app.ts';
import { useUser } from '../../src/stores/user.ts';
import { AOIFE } from '../support/account-fixtures.ts';
import { fakeApi } from '../support/fake-api.ts';
import {
  beginDraft,
  button,
  currentDraft,
  currentStep,
  findPrice,
  openWizard,
  PLACES,
  resetDevice,
} from './wizard-harness.tsx';

beforeEach(resetDevice);
afterEach(() => vi.unstubAllGlobals());

const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });
/** The text before the button in the action bar. */
const barPrice = (label: string) => button(label).previousElementSibling?.textContent;
const estimateOf = (price: number, distanceKm = 14) => ({
  body: {
    estimatedPrice: price,
    currency: 'EUR',
    distanceKm,
    breakdown: [
      { label: 'Base price', amount: 5.9 },
      { label: 'Distance, 14 km', amount: price - 5.9 },
    ],
    vat: { percent: 23, amount: 3.44 },
  },
});

test('the three speeds have their usual names, and priority is a switch (WIZ-15)', async () => {
  fakeApi({ estimatePrice: () => estimateOf(18.4) });
  beginDraft();
  const { user } = await openWizard('delivery');
  expect(radio(/^Standard \(1-2 days\)$/).checked).toBe(true);
  await user.click(radio(/^Express \(Next day\) ?\+€4\.00$/));
  await user.click(screen.getByRole('switch', { name: /Priority Handling/ }));
  expect(radio(/^Same day \(Today\) ?\+€9\.00$/).checked).toBe(false);
  expect(currentDraft()?.fields).toMatchObject({ speed: 'express', isPriority: true });
});

test('an empty speed shows that it is required', async () => {
  beginDraft({ ...PLACES, speed: undefined });
  const { user } = await openWizard('delivery');
  await user.click(button('Continue'));
  expect(screen.getByText('Delivery type is required')).toBeVisible();
  expect(currentStep()).toBe('delivery');
});

test('the button of every step has the price beside it, and the summary has price and places once (WIZ-40)', async () => {
  const api = fakeApi({ estimatePrice: () => estimateOf(18.4) });
  const { user } = await openWizard('locations');
  expect(barPrice('Continue')).toBe('Price from €5.90');
  await user.type(screen.getByLabelText(/Pick-up/), 'Rathmines');
  await user.type(screen.getByLabelText(/Drop-off/), 'Howth');
  await waitFor(() => expect(barPrice('Continue')).toBe('Estimate €18.40'));
  for (const step of ['package', 'delivery', 'summery']) {
    await user.click(button('Continue'));
    await waitFor(() => expect(currentStep()).toBe(step));
    if (step !== 'summery') await waitFor(() => expect(barPrice('Continue')).toBe('Estimate €18.40'));
  }
  expect(await screen.findAllByText('€18.40')).toHaveLength(1);
  for (const place of ['Rathmines', 'Howth']) expect(screen.getAllByText(place)).toHaveLength(1);
  expect(api.callsOf('estimatePrice').length).toBeLessThan(8);
});

test('a price that changes is announced once, by the action bar or by the summary (LAY-40)', async () => {
  let price = 18.4;
  fakeApi({ estimatePrice: () => estimateOf(price) });
  beginDraft();
  const { user } = await openWizard('package');
  const announced = () =>
    screen
      .getAllByRole('status')
      .map(({ textContent }) => textContent)
      .filter((text) => text?.includes('€'));
  await waitFor(() => expect(announced()).toEqual(['Estimate €18.40']));
  price = 20.5;
  await user.click(radio(/Heavy/));
  await waitFor(() => expect(announced()).toEqual(['Estimate €20.50']));
  for (const shown of ['Estimate €20.50', '€20.50']) {
    await user.click(button('Continue'));
    await waitFor(() => expect(announced()).toEqual([shown]));
  }
});

test('offline, the button has the price of the published tariff beside it (WIZ-40)', async () => {
  fakeApi({});
  useApp.setState({ isReachable: false });
  beginDraft(PLACES);
  await openWizard('package');
  await waitFor(() => expect(barPrice('Continue')).toMatch(/^Estimate €\d+\.\d\d$/));
});

test('the price opens how it adds up, and on the first step asks for the size (WIZ-50)', async () => {
  const api = fakeApi({
    estimatePrice: ({ body }) => estimateOf((body as DeliveryRequestInput).volume < 1 ? 12.5 : 18.4),
  });
  beginDraft();
  const { user } = await openWizard();
  await waitFor(() => expect(api.callsOf('estimatePrice')).toHaveLength(1));
  await user.click(await screen.findByRole('button', { name: /^Estimate €18\.40/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'How it adds up' }));
  expect(await dialog.findByText('Base price')).toBeVisible();
  await user.selectOptions(dialog.getByLabelText('Size'), 'shoebox');
  expect(await dialog.findByText('€12.50')).toBeVisible();
  expect(currentDraft()?.fields.size).toBe('shoebox');
});

test('a standard delivery that costs extra counts for the lowest price and is named in the breakdown (WIZ-40)', async () => {
  const tariff = { ...DEFAULT_TARIFF, speedCents: [100, 400, 900] as [number, number, number] };
  fakeApi({});
  useApp.setState({ config: { ...DEFAULT_CONFIG, tariff }, isReachable: false });
  const { user } = await openWizard('locations');
  expect(barPrice('Continue')).toBe('Price from €6.90');
  await user.type(screen.getByLabelText(/Pick-up/), 'Rathmines');
  await user.type(screen.getByLabelText(/Drop-off/), 'Howth');
  await user.click(await screen.findByRole('button', { name: /^Estimate / }));
  const dialog = within(await screen.findByRole('dialog', { name: 'How it adds up' }));
  expect((await dialog.findByText('Standard')).nextElementSibling?.textContent).toBe('€1.00');
  expect(dialog.queryByText('Express')).toBeNull();
});

test('each speed and Priority Handling show what they add (WIZ-41)', async () => {
  fakeApi({ estimatePrice: () => estimateOf(18.4) });
  beginDraft();
  await openWizard('delivery');
  const accessibleTexts = screen.getAllByRole('radio').map((one) => one.closest('label')?.textContent);
  expect(accessibleTexts).toEqual([
    'Standard (1-2 days)',
    'Express (Next day)+€4.00',
    'Same day (Today)+€9.00',
  ]);
  expect(screen.getByText('+€3.50')).toBeVisible();
});

test('the price, its breakdown and the included VAT come from the server (WIZ-29, PAY-22)', async () => {
  const api = fakeApi({ estimatePrice: () => estimateOf(18.4) });
  beginDraft({ ...PLACES, speed: 'express', isPriority: true });
  await openWizard('summery');
  expect(await findPrice('€18.40')).toBeVisible();
  expect(screen.getByText('Base price').parentElement?.textContent).toBe('Base price€5.90');
  expect(screen.getByText('Includes 23% VAT').parentElement?.textContent).toContain('€3.44');
  expect(api.calls[0]?.body).toMatchObject({ deliveryType: 1, isPriority: true, weight: 30, volume: 1.2 });
});

test('several quick changes cause one request', async () => {
  const api = fakeApi({ estimatePrice: () => estimateOf(18.4) });
  beginDraft();
  await openWizard('delivery');
  // Both changes happen at once, so that a slow machine cannot separate them by the pause before a request.
  for (const choice of [radio(/Express/), radio(/Same day/)]) fireEvent.click(choice);
  const types = () =>
    api.callsOf('estimatePrice').map(({ body }) => (body as DeliveryRequestInput).deliveryType);
  await waitFor(() => expect(types()).toContain(2));
  expect(types()).not.toContain(1);
});

test('offline, the published tariff gives an estimate that is marked as one (WIZ-30)', async () => {
  fakeApi({});
  useApp.setState({ isReachable: false });
  const id = beginDraft();
  await openWizard('summery');
  expect(await screen.findByText('Estimated offline; confirmed when you are back online')).toBeVisible();
  const input = { pickUpSnapshot: { name: 'a' }, dropOffSnapshot: { name: 'b' }, weight: 30, volume: 1.2 };
  const { estimatedPrice } = priceEstimate(
    { ...input, deliveryType: 0, isPriority: false, isFragile: false },
    DEFAULT_TARIFF,
  );
  expect(await findPrice(formatMoney(estimatedPrice))).toBeVisible();
  expect(currentDraft()?.id).toBe(id);
});

test('a price that the server has quoted stays when the connection is lost (WIZ-30, LAY-39)', async () => {
  const api = fakeApi({ estimatePrice: () => estimateOf(18.4) });
  beginDraft();
  await openWizard('summery');
  expect(await findPrice('€18.40')).toBeVisible();
  api.script.estimatePrice = () => 'offline';
  await act(async () => useApp.setState({ isReachable: false }));
  // The first call without a connection has failed when the next one is made.
  await waitFor(() => expect(api.callsOf('estimatePrice')).toHaveLength(3), { timeout: 4000 });
  expect(screen.queryByText(/Estimated offline/)).toBeNull();
  expect(await findPrice('€18.40')).toBeVisible();
});

test('without a connection the estimate is there at once, so that it does not move the button below it (WIZ-30)', async () => {
  fakeApi({});
  useApp.setState({ isReachable: false });
  beginDraft();
  await openWizard('summery');
  await screen.findByRole('button', { name: /^Complete/ });
  expect(screen.getByText('Estimated offline; confirmed when you are back online')).toBeVisible();
});

test('offline without a tariff the price is shown later, and nothing is blocked', async () => {
  useApp.setState({ config: DEFAULT_CONFIG, isReachable: false });
  fakeApi({});
  beginDraft();
  await openWizard('summery');
  expect(await screen.findByText('Price when you are back online')).toBeVisible();
  expect(button('Complete Without Account').disabled).toBe(false);
});

test.each([
  ['an error', { status: 500, body: {} }],
  ['a body that is no price', { body: {} }],
])('a server that returns %s does not make the device offline (WIZ-30)', async (_case, reply) => {
  const api = fakeApi({ estimatePrice: () => reply });
  beginDraft();
  await openWizard('summery');
  expect(await screen.findByText("Estimated on this device; we'll keep trying to confirm it")).toBeVisible();
  act(() => void useApp.setState({ config: DEFAULT_CONFIG }));
  expect(screen.getByText("We can't get the price right now. We'll keep trying.")).toBeVisible();
  expect(screen.queryByText(/offline|back online/i)).toBeNull();
  api.script.estimatePrice = () => estimateOf(31.25);
  expect(await findPrice('€31.25', 4000)).toBeVisible();
});

test('back online, the server confirms the price and a difference is shown', async () => {
  const api = fakeApi({});
  useApp.setState({ isReachable: false });
  beginDraft();
  await openWizard('summery');
  await screen.findByText(/Estimated offline/);
  api.script.estimatePrice = () => estimateOf(31.25);
  expect(await findPrice('€31.25', 4000)).toBeVisible();
  expect(screen.getByText(/differs from our first estimate/)).toBeVisible();
});

test('a tariff that the operator has changed meanwhile: both prices have their own currency, and the rate of the VAT is that of the price (WIZ-30, PAY-95)', async () => {
  const api = fakeApi({});
  useUser.setState({ user: AOIFE });
  useApp.setState({ isReachable: false });
  beginDraft();
  await openWizard('summery');
  const [note] = await screen.findAllByText(/Estimated offline/);
  const offlinePrice = note?.parentElement?.querySelector('strong')?.textContent;
  const { body } = estimateOf(31.25);
  const vat = { percent: 20, amount: 5.21 };
  api.script.estimatePrice = () => ({ body: { ...body, currency: 'GBP', vat } });
  expect(await findPrice('£31.25', 4000)).toBeVisible();
  expect(offlinePrice).toMatch(/^€/);
  expect(screen.getByText(/differs from our first estimate/).textContent).toContain(`of ${offlinePrice}.`);
  expect(screen.getByText('The price includes 20% VAT.')).toBeVisible();
});

test('a price that no payment provider collects says so before the request is sent (PAY-94)', async () => {
  fakeApi({ estimatePrice: () => estimateOf(1_000_000, 120) });
  beginDraft();
  await openWizard('summery');
  expect(await findPrice('€1,000,000.00')).toBeVisible();
  expect(
    screen.getByText('We can collect at most €999,999.99 for a delivery. Please contact us about this one.'),
  ).toBeVisible();
  expect(screen.queryByText(/You can still send this request/)).toBeNull();
});

test('a distance over fifty miles shows a notice and is accepted', async () => {
  fakeApi({ estimatePrice: () => estimateOf(99, 120) });
  beginDraft();
  await openWizard('summery');
  expect(await screen.findByText(/outside our usual delivery radius of 50 miles/)).toBeVisible();
  expect(button('Complete Without Account').disabled).toBe(false);
});

test('a VAT that the operator has abolished meanwhile is not stated beside a price without it (PAY-95)', async () => {
  const { body } = estimateOf(31.25);
  fakeApi({ estimatePrice: () => ({ body: { ...body, vat: null } }) });
  useUser.setState({ user: AOIFE });
  beginDraft();
  await openWizard('summery');
  expect(await findPrice('€31.25', 4000)).toBeVisible();
  expect(screen.queryByText(/The price includes/)).toBeNull();
});
