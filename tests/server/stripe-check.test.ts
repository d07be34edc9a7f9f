import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccountCheckStep, checkStripeAccount } from '../../server/payments/check-account.ts';
import { HANDLED_EVENT_TYPES } from '../../server/payments/webhook.ts';
import { BUSINESS, createPaymentHarness, ORIGIN, type PaymentHarness } from '../support/payment-harness.ts';

let harness: PaymentHarness;
beforeAll(async () => {
  harness = await createPaymentHarness();
});
afterAll(() => harness.close());

async function check(business = BUSINESS): Promise<{ isPassed: boolean; steps: AccountCheckStep[] }> {
  const steps: AccountCheckStep[] = [];
  const { stripe } = harness;
  const options = { stripe, publicUrl: ORIGIN, business };
  const isPassed = await checkStripeAccount(options, (step) => steps.push(step));
  return { isPassed, steps };
}

test('the check of an account makes every call of a payment, and removes its customer (PAY-72)', async () => {
  const { id } = await harness.stripe.webhookEndpoints.create({
    url: `${ORIGIN}/webhooks/stripe`,
    enabled_events: [...HANDLED_EVENT_TYPES],
  });
  const { isPassed, steps } = await check();
  expect(steps.filter((step) => !step.isPassed)).toEqual([]);
  expect(isPassed).toBe(true);
  expect(steps.map(({ name }) => name)).toEqual([
    'Rights of the key',
    'Customer',
    'Tax rate',
    'Checkout session',
    'Setup intent',
    'Payment intent',
    'Balance transaction',
    'Refund',
    'Webhook endpoint',
    'Clean up',
  ]);
  expect((await harness.stripe.customers.list()).data).toEqual([]);
  const [charge] = (await harness.stripe.charges.list()).data;
  expect(charge).toMatchObject({ amount: 1333, refunded: true });
  await harness.stripe.webhookEndpoints.del(id);
});

test('the check pays in the currency of the tariff, and at least what Stripe collects in it (PAY-72)', async () => {
  const { steps } = await check({ ...BUSINESS, tariff: { ...BUSINESS.tariff, currency: 'CZK' } });
  expect(steps.filter((step) => !step.isPassed)).toMatchObject([{ name: 'Webhook endpoint' }]);
  const [charge] = (await harness.stripe.charges.list()).data;
  expect(charge).toMatchObject({ amount: 1500, currency: 'czk', refunded: true });
});

test('the check names what is missing, and continues (PAY-72)', async () => {
  const { id } = await harness.stripe.webhookEndpoints.create({
    url: `${ORIGIN}/webhooks/stripe`,
    enabled_events: ['charge.refunded'],
  });
  const failed = async () => {
    const { isPassed, steps } = await check();
    expect(isPassed).toBe(false);
    return steps.filter((step) => !step.isPassed);
  };
  expect(await failed()).toMatchObject([
    { name: 'Webhook endpoint', detail: expect.stringContaining('checkout.session.completed') },
  ]);
  await harness.stripe.webhookEndpoints.del(id);
  expect(await failed()).toMatchObject([
    { name: 'Webhook endpoint', detail: expect.stringContaining('No enabled endpoint') },
  ]);
});
