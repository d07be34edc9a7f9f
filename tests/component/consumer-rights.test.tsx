import { act, cleanup, isInaccessible, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { DEFAULT_CONFIG } from '../../src/contract/default-config.ts';
import { DEFAULT_TARIFF } from '../../src/contract/price.ts';
import { useApp } from '../../src/stores/app.ts';
import { aDelivery } from '../support/delivery-fixtures.ts';
import { fakeApi } from '../support/fake-api.ts';
import { openPayment, resetDevice } from './deliveries-harness.tsx';
import { beginDraft, logIn, openWizard, resetDevice as resetWizard } from './wizard-harness.tsx';

const VAT = 'The price includes 13.5% VAT.';

function chargeVat(vatPercent = 13.5) {
  const config = { ...DEFAULT_CONFIG, tariff: { ...DEFAULT_TARIFF, vatPercent } };
  useApp.setState({ config, hasConfig: true });
}
async function expectRights() {
  expect(await screen.findByText(VAT)).toBeVisible();
  expect(screen.getByText(/no right of withdrawal/)).toBeVisible();
}
beforeEach(() => resetDevice());

test('the payment page states VAT and withdrawal while a payment is due, and not afterwards (PAY-95)', async () => {
  chargeVat();
  const api = fakeApi({ getDeliveryRequest: () => ({ body: aDelivery({ status: 0 }) }) });
  await openPayment('payment');
  await expectRights();
  cleanup();
  api.script.getDeliveryRequest = () => ({ body: aDelivery({ status: 1 }) });
  await openPayment('payment');
  expect(await screen.findByRole('heading', { name: 'Nothing to pay' })).toBeVisible();
  expect(screen.queryByText(/right of withdrawal/)).toBeNull();
});

test('the summary states them to a customer, whom it sends to the checkout, and not to a guest (PAY-95)', async () => {
  resetWizard();
  fakeApi({});
  chargeVat();
  beginDraft();
  await openWizard('summery');
  expect(await screen.findByRole('button', { name: 'Complete Without Account' })).toBeVisible();
  expect(screen.queryByText(/right of withdrawal/)).toBeNull();
  cleanup();
  logIn([]);
  beginDraft();
  await openWizard('summery');
  await expectRights();
});

test('the sentence about the VAT takes up its place before the tariff is known (LAY-07)', async () => {
  fakeApi({ getDeliveryRequest: () => ({ body: aDelivery({ status: 0 }) }) });
  useApp.setState({ config: DEFAULT_CONFIG, hasConfig: false });
  await openPayment('payment');
  const rights = await screen.findByText(/no right of withdrawal/);
  const sentence = rights.previousElementSibling;
  expect(sentence && isInaccessible(sentence)).toBe(true);
  act(() => chargeVat());
  expect(screen.getByText(VAT)).toBe(sentence);
  expect(sentence && isInaccessible(sentence)).toBe(false);
  act(() => chargeVat(0));
  expect(screen.queryByText(/VAT/)).toBeNull();
});
