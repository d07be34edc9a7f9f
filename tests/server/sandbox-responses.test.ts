import { afterAll, beforeAll, expect, test } from 'vitest';
import { stripeTypes } from '../../server/sandbox/stripe/stripe-types.ts';
import {
  createPaymentHarness,
  createRequest,
  createUser,
  ORIGIN,
  type PaymentHarness,
  payWithCard,
  VISA,
} from '../support/payment-harness.ts';

let harness: PaymentHarness;
beforeAll(async () => {
  harness = await createPaymentHarness();
});
afterAll(() => harness.close());

/**
 * Compares a response with the types of the installed SDK, at any depth: returns the fields that are missing, that the
 * type does not have, or that are null although the type does not allow it.
 */
function findProblems(value: unknown, path: string, type = ''): string[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => findProblems(item, `${path}[${index}]`, type));
  if (typeof value !== 'object' || value === null || 'deleted' in value) return [];
  const { objects, responses } = stripeTypes();
  const ownType = 'object' in value ? objects[String(value.object)] : undefined;
  const required = responses[ownType ?? type];
  const given = Object.entries(value).filter(([key]) => key !== 'metadata');
  const nested = given.flatMap(([key, field]) =>
    findProblems(field, `${path}.${key}`, required?.[key]?.type),
  );
  if (required === undefined) return nested;
  const missing = Object.entries(required)
    .filter(([key, field]) => 'value' in field && !(key in value))
    .map(([key]) => `${path}.${key} is missing`);
  const unknown = given.flatMap(([key, field]) => {
    const known = required[key];
    if (known === undefined) return key === 'lastResponse' ? [] : [`${path}.${key} is not in the SDK`];
    return field === null && 'value' in known && known.value !== null ? [`${path}.${key} is null`] : [];
  });
  return [...nested, ...missing, ...unknown];
}

const CARD = {
  type: 'card',
  card: { number: '4242424242424242', exp_month: 12, exp_year: 40, cvc: '123' },
} as const;

test('the comparison finds fields that are missing, unknown or null, also in nested objects', () => {
  const problems = findProblems(
    { object: 'customer', invoice_settings: { colour: 1 }, livemode: null },
    'it',
  );
  expect(problems).toEqual(
    expect.arrayContaining([
      'it.id is missing',
      'it.invoice_settings.colour is not in the SDK',
      'it.livemode is null',
    ]),
  );
});

test('every response and webhook has the fields of the SDK, at any depth (PAY-78)', async () => {
  const { stripe } = harness;
  const customer = await stripe.customers.create({ name: 'Ó Briain', email: 'o@example.ie' });
  const userId = await createUser(harness);
  const requestId = await createRequest(harness, userId);
  const { sessionUrl } = await harness.payments.createSession({ userId, requestId, origin: ORIGIN });
  const sessionId = sessionUrl.split('/').at(-1) ?? '';
  const open = await stripe.checkout.sessions.retrieve(sessionId);
  await payWithCard(harness, sessionUrl, { ...VISA, number: '4000 0000 0000 0002' });
  await payWithCard(harness, sessionUrl);
  const disputed = { amount: 500, currency: 'eur', payment_method: 'pm_card_createDispute', confirm: true };
  const intent = await stripe.paymentIntents.create({ ...disputed, payment_method: 'pm_card_visa' });
  await stripe.paymentIntents.create(disputed);
  await stripe.paymentIntents.create({ ...disputed, payment_method: 'pm_card_createIssuerFraudRecord' });
  await stripe.paymentIntents.create({ ...disputed, payment_method: 'pm_card_delayedSuccess' });
  const challenge = {
    customer: customer.id,
    payment_method: 'pm_card_authenticationRequired',
    confirm: true,
  };
  const [rate] = (await stripe.taxRates.list()).data;
  const expand = ['payment_intent.latest_charge.balance_transaction', 'invoice', 'customer'];
  const samples: [name: string, call: () => Promise<unknown>][] = [
    ['customer', async () => customer],
    ['customers', () => stripe.customers.list()],
    ['found customers', () => stripe.customers.search({ query: 'name~"a"' })],
    ['open session', async () => open],
    ['paid session', () => stripe.checkout.sessions.retrieve(sessionId, { expand })],
    ['line items', () => stripe.checkout.sessions.listLineItems(sessionId)],
    ['payment intent', () => stripe.paymentIntents.create({ amount: 500, currency: 'eur' })],
    ['paid intent', () => stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })],
    ['waiting intent', () => stripe.paymentIntents.create({ ...challenge, amount: 500, currency: 'eur' })],
    [
      'setup intent',
      () =>
        stripe.setupIntents.create({ customer: customer.id, payment_method: 'pm_card_visa', confirm: true }),
    ],
    ['waiting setup', () => stripe.setupIntents.create(challenge)],
    ['card', () => stripe.paymentMethods.create(CARD)],
    ['saved cards', () => stripe.customers.listPaymentMethods(customer.id)],
    ['charges', () => stripe.charges.list()],
    ['refund', () => stripe.refunds.create({ payment_intent: intent.id, amount: 100 })],
    ['refunds', () => stripe.refunds.list()],
    ['warnings', () => stripe.radar.earlyFraudWarnings.list()],
    ['disputes', () => stripe.disputes.list()],
    ['invoices', () => stripe.invoices.list()],
    ['balance transactions', () => stripe.balanceTransactions.list()],
    ['tax rate', () => stripe.taxRates.retrieve(rate?.id ?? '')],
    [
      'endpoint',
      () => stripe.webhookEndpoints.create({ url: 'https://send.example/', enabled_events: ['*'] }),
    ],
    ['events', () => stripe.events.list({ limit: 100 })],
    [
      'webhooks',
      async () => {
        await harness.sandbox.deliver();
        return harness.webhooks.sent.map(({ body }) => JSON.parse(body));
      },
    ],
    [
      'declined intent',
      () =>
        stripe.paymentIntents
          .create({ ...disputed, payment_method: 'pm_card_chargeDeclined' })
          .catch(({ payment_intent }) => payment_intent),
    ],
    ['account', () => stripe.accounts.retrieveCurrent()],
    ['deleted customer', () => stripe.customers.del(customer.id)],
  ];
  const problems: string[] = [];
  for (const [name, call] of samples) problems.push(...findProblems(await call(), name));
  expect(problems).toEqual([]);
});
