import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
let stripe: Stripe;
beforeAll(async () => {
  harness = await createPaymentHarness();
  ({ stripe } = harness);
});
afterAll(() => harness.close());

/** A response of the sandbox, and the type of the SDK that it must have. */
type SandboxResponse = { name: string; type: string; value: unknown };
type Sample = readonly [name: string, type: string, call: () => Promise<unknown>];

/**
 * Compiles the responses against the types of the installed SDK: a missing field, an unknown field and a value that
 * Stripe does not have are errors, at any depth.
 */
async function compile(responses: readonly SandboxResponse[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-responses-'));
  const compilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    module: 'nodenext',
    target: 'es2022',
    types: [],
    paths: { stripe: [resolve('node_modules/stripe/esm/stripe.esm.node.d.ts')] },
  };
  const lines = responses.map(
    ({ name, type, value }) =>
      `{ const response: ${type} = ${JSON.stringify(value)}; void response; } // ${name}`,
  );
  try {
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['responses.ts'] }),
    );
    await writeFile(join(folder, 'responses.ts'), ["import type Stripe from 'stripe';", ...lines].join('\n'));
    const output = await new Promise<string>((finish) => {
      const compiler = resolve('node_modules/typescript/bin/tsc');
      execFile(process.execPath, [compiler, '--pretty', 'false', '-p', folder], (_, stdout) =>
        finish(stdout),
      );
    });
    return output
      .split('\n')
      .filter((line) => line !== '')
      .map((line) =>
        line.replace(/^.*responses\.ts\((\d+),\d+\)/, (_, number) => responses[number - 2]?.name ?? line),
      );
  } finally {
    await rm(folder, { recursive: true });
  }
}

const CARD = {
  type: 'card',
  card: { number: '4242424242424242', exp_month: 12, exp_year: 40, cvc: '123' },
} as const;

test('every response has the fields and values of the SDK, at any depth (PAY-78)', async () => {
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
  const challenge = {
    customer: customer.id,
    payment_method: 'pm_card_authenticationRequired',
    confirm: true,
  };
  const [rate] = (await stripe.taxRates.list()).data;
  const expand = ['payment_intent.latest_charge.balance_transaction', 'invoice', 'customer'];
  const samples: Sample[] = [
    ['customer', 'Stripe.Customer', async () => customer],
    ['customers', 'Stripe.ApiList<Stripe.Customer>', () => stripe.customers.list()],
    [
      'found customers',
      'Stripe.ApiSearchResult<Stripe.Customer>',
      () => stripe.customers.search({ query: 'name~"a"' }),
    ],
    ['open session', 'Stripe.Checkout.Session', async () => open],
    [
      'paid session',
      'Stripe.Checkout.Session',
      () => stripe.checkout.sessions.retrieve(sessionId, { expand }),
    ],
    [
      'line items',
      'Stripe.ApiList<Stripe.LineItem>',
      () => stripe.checkout.sessions.listLineItems(sessionId),
    ],
    [
      'payment intent',
      'Stripe.PaymentIntent',
      () => stripe.paymentIntents.create({ amount: 5, currency: 'eur' }),
    ],
    [
      'paid intent',
      'Stripe.PaymentIntent',
      () => stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] }),
    ],
    [
      'waiting intent',
      'Stripe.PaymentIntent',
      () => stripe.paymentIntents.create({ ...challenge, amount: 5, currency: 'eur' }),
    ],
    [
      'setup intent',
      'Stripe.SetupIntent',
      () =>
        stripe.setupIntents.create({ customer: customer.id, payment_method: 'pm_card_visa', confirm: true }),
    ],
    ['waiting setup', 'Stripe.SetupIntent', () => stripe.setupIntents.create(challenge)],
    ['card', 'Stripe.PaymentMethod', () => stripe.paymentMethods.create(CARD)],
    [
      'saved cards',
      'Stripe.ApiList<Stripe.PaymentMethod>',
      () => stripe.customers.listPaymentMethods(customer.id),
    ],
    ['charges', 'Stripe.ApiList<Stripe.Charge>', () => stripe.charges.list()],
    ['refund', 'Stripe.Refund', () => stripe.refunds.create({ payment_intent: intent.id, amount: 100 })],
    ['refunds', 'Stripe.ApiList<Stripe.Refund>', () => stripe.refunds.list()],
    ['disputes', 'Stripe.ApiList<Stripe.Dispute>', () => stripe.disputes.list()],
    ['invoices', 'Stripe.ApiList<Stripe.Invoice>', () => stripe.invoices.list()],
    [
      'balance transactions',
      'Stripe.ApiList<Stripe.BalanceTransaction>',
      () => stripe.balanceTransactions.list(),
    ],
    ['tax rate', 'Stripe.TaxRate', () => stripe.taxRates.retrieve(rate?.id ?? '')],
    [
      'endpoint',
      'Stripe.WebhookEndpoint',
      () => stripe.webhookEndpoints.create({ url: 'https://send.example/', enabled_events: ['*'] }),
    ],
    ['events', 'Stripe.ApiList<Stripe.Event>', () => stripe.events.list({ limit: 100 })],
    [
      'webhooks',
      'Stripe.Event[]',
      async () => {
        await harness.sandbox.deliver();
        return harness.webhooks.sent.map(({ body }) => JSON.parse(body));
      },
    ],
    [
      'declined intent',
      'Stripe.PaymentIntent',
      () =>
        stripe.paymentIntents
          .create({ ...disputed, payment_method: 'pm_card_chargeDeclined' })
          .catch(({ payment_intent }) => payment_intent),
    ],
    ['account', 'Stripe.Account', () => stripe.accounts.retrieveCurrent()],
    ['deleted customer', 'Stripe.DeletedCustomer', () => stripe.customers.del(customer.id)],
  ];
  const responses: SandboxResponse[] = [];
  for (const [name, type, call] of samples) responses.push({ name, type, value: await call() });
  expect(await compile(responses)).toEqual([]);
});
