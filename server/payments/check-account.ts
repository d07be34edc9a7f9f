import type Stripe from 'stripe';
import { formatCents } from '../../src/contract/money.ts';
import { splitVat } from '../../src/contract/price.ts';
import { PAYMENT_STATUS } from '../../src/contract/status.ts';
import { type Business, minimumOf } from '../config/business.ts';
import { guestSubject, listPaymentsElsewhere } from '../queries/payments.ts';
import { sessionParameters } from './checkout.ts';
import { finalizePayment } from './finalize-payment.ts';
import { configuredAccounts, type PaymentDependencies } from './payment-dependencies.ts';
import { isPermissionError, isProviderAway, toLogFields } from './provider.ts';
import { SESSION_EXPAND } from './provider-payment.ts';
import { getOrCreateTaxRate } from './tax-rate.ts';
import { HANDLED_EVENT_TYPES } from './webhook.ts';

export type AccountCheckOptions = {
  stripe: Stripe;
  publicUrl: string;
  business: Business;
};
/** `detail` says what was found, or why the step failed. */
export type AccountCheckStep = { name: string; isPassed: boolean; detail: string };

const USUAL_AMOUNT_CENTS = 1333;
const PARTIAL_REFUND_CENTS = 400;
const TEST_CARD = 'pm_card_visa';

/**
 * Makes the calls of a payment against the configured test account, one step after the other, and reports each step.
 * It deletes its customer at the end; Stripe keeps the payment, which is refunded.
 */
export async function checkStripeAccount(
  { stripe, publicUrl, business }: AccountCheckOptions,
  report: (step: AccountCheckStep) => void,
): Promise<boolean> {
  const { vatPercent, currency } = business.tariff;
  const amountCents = Math.max(USUAL_AMOUNT_CENTS, minimumOf(currency));
  let isPassed = true;
  /** Returns undefined if the step fails. */
  const step = async <T>(name: string, run: () => Promise<{ detail: string; value?: T }>) => {
    try {
      const { detail, value } = await run();
      report({ name, isPassed: true, detail });
      return value;
    } catch (error) {
      isPassed = false;
      report({ name, isPassed: false, detail: error instanceof Error ? error.message : String(error) });
      return undefined;
    }
  };

  await step('Rights of the key', async () => {
    const missing = await findMissingRights(stripe);
    if (missing.length > 0) throw new Error(`The key lacks these rights: ${missing.join(', ')}.`);
    return { detail: 'all' };
  });
  const customer = await step('Customer', async () => {
    const made = await stripe.customers.create({ name: 'Send account check', metadata: { sendCheck: '1' } });
    return { detail: made.id, value: made.id };
  });
  const taxRate =
    vatPercent === 0
      ? undefined
      : await step('Tax rate', async () => {
          const rate = await stripe.taxRates.retrieve(await getOrCreateTaxRate(stripe, vatPercent));
          requireEqual('percentage', rate.percentage, vatPercent);
          return { detail: `${rate.id}, ${rate.percentage}% included`, value: rate.id };
        });
  await step('Checkout session', async () => {
    const payable = {
      subject: guestSubject(0),
      priceCents: amountCents,
      currency,
      description: 'Account check of Send',
      successPath: '/',
      cancelPath: '/',
    };
    const parameters = sessionParameters(payable, { origin: publicUrl, business, taxRate });
    const made = await stripe.checkout.sessions.create({
      ...parameters,
      ...(customer === undefined ? {} : { customer }),
    });
    const read = await stripe.checkout.sessions.retrieve(made.id, { expand: [...SESSION_EXPAND] });
    requireEqual('amount', read.amount_total, amountCents);
    if (taxRate !== undefined) {
      requireEqual('VAT', read.total_details?.amount_tax, splitVat(amountCents, vatPercent).vatCents);
    }
    if (made.url === null) throw new Error('The session has no page.');
    requireEqual('status', (await stripe.checkout.sessions.expire(made.id)).status, 'expired');
    return { detail: `page on ${new URL(made.url).host}, created, read and expired` };
  });
  await step('Setup intent', async () => {
    if (customer === undefined) throw new Error('There is no customer.');
    const setup = await stripe.setupIntents.create({
      customer,
      payment_method: TEST_CARD,
      allowed_payment_method_types: ['card'],
      usage: 'on_session',
      confirm: true,
    });
    requireEqual('status', setup.status, 'succeeded');
    const card = idOf(setup.payment_method);
    await stripe.paymentMethods.update(card, { allow_redisplay: 'always' });
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } });
    const { data } = await stripe.paymentMethods.list({ customer, type: 'card' });
    requireEqual('number of saved cards', data.length, 1);
    return { detail: `${data[0]?.card?.brand} ${data[0]?.card?.last4} saved`, value: card };
  });
  const payment = await step('Payment intent', async () => {
    const created = await stripe.paymentIntents.create({
      amount: amountCents,
      currency: currency.toLowerCase(),
      allowed_payment_method_types: ['card'],
      description: 'Account check of Send',
      metadata: { sendCheck: '1' },
      ...(customer === undefined ? {} : { customer }),
    });
    const paid = await stripe.paymentIntents.confirm(created.id, {
      payment_method: TEST_CARD,
      use_stripe_sdk: true,
    });
    requireEqual('status', paid.status, 'succeeded');
    requireEqual('amount', paid.amount_received, amountCents);
    return { detail: `${paid.id}, ${formatCents(amountCents, currency)} charged`, value: paid };
  });
  await step('Balance transaction', async () => {
    if (payment === undefined) throw new Error('There is no payment.');
    const charge = await stripe.charges.retrieve(idOf(payment.latest_charge));
    const booked = await stripe.balanceTransactions.retrieve(idOf(charge.balance_transaction));
    requireEqual('net amount', booked.net, booked.amount - booked.fee);
    return { detail: `fee ${(booked.fee / 100).toFixed(2)} ${booked.currency.toUpperCase()}` };
  });
  await step('Refund', async () => {
    if (payment === undefined) throw new Error('There is no payment.');
    await stripe.refunds.create({
      payment_intent: payment.id,
      amount: PARTIAL_REFUND_CENTS,
      metadata: { sendCheck: '1' },
    });
    await stripe.refunds.create({ payment_intent: payment.id });
    const { data } = await stripe.refunds.list({ payment_intent: payment.id });
    requireEqual(
      'refunded amount',
      data.reduce((sum, { amount }) => sum + amount, 0),
      amountCents,
    );
    return { detail: `${formatCents(PARTIAL_REFUND_CENTS, currency)} and then the rest` };
  });
  await step('Webhook endpoint', async () => ({
    detail: await describeEndpoint(stripe, `${publicUrl}/webhooks/stripe`),
  }));
  if (customer !== undefined) {
    await step('Clean up', async () => {
      await stripe.customers.del(customer);
      return { detail: 'customer deleted' };
    });
  }
  return isPassed;
}

/** @throws an error with the reason if webhooks would not arrive */
async function describeEndpoint(stripe: Stripe, url: string): Promise<string> {
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const endpoint = data.find((candidate) => candidate.url === url && candidate.status === 'enabled');
  if (endpoint === undefined) throw new Error(`No enabled endpoint has the URL ${url}.`);
  const { enabled_events: enabled } = endpoint;
  const missing = HANDLED_EVENT_TYPES.filter((type) => !enabled.includes('*') && !enabled.includes(type));
  if (missing.length > 0) throw new Error(`The endpoint does not get these events: ${missing.join(', ')}.`);
  return `${url} gets all ${HANDLED_EVENT_TYPES.length} events`;
}

function requireEqual(name: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`The ${name} is ${String(actual)} and not ${String(expected)}.`);
}

function idOf(value: string | { id: string } | null): string {
  if (value === null) throw new Error('An id is missing in the response.');
  return typeof value === 'string' ? value : value.id;
}

/** This id exists in no account. A call with it shows whether the key may make the call, and changes nothing. */
const ABSENT = 'send_rights_check';

type Right = readonly [name: string, probe: (stripe: Stripe) => Promise<unknown>];

/** The rights that a restricted key needs, under the names of Stripe's dashboard. docs/deploy.md lists them. */
export const RIGHTS: readonly Right[] = [
  ['Checkout Sessions: Write', (stripe) => stripe.checkout.sessions.expire(`cs_${ABSENT}`)],
  ['Customers: Write', (stripe) => stripe.customers.update(`cus_${ABSENT}`, { metadata: {} })],
  ['PaymentMethods: Write', (stripe) => stripe.paymentMethods.detach(`pm_${ABSENT}`)],
  ['PaymentIntents: Write', (stripe) => stripe.paymentIntents.cancel(`pi_${ABSENT}`)],
  ['SetupIntents: Write', (stripe) => stripe.setupIntents.cancel(`seti_${ABSENT}`)],
  ['Charges and Refunds: Write', (stripe) => stripe.refunds.create({ payment_intent: `pi_${ABSENT}` })],
  ['Tax Rates: Write', (stripe) => stripe.taxRates.update(`txr_${ABSENT}`, { metadata: {} })],
  ['Disputes: Read', (stripe) => stripe.disputes.list({ limit: 1 })],
  ['Balance: Read', (stripe) => stripe.balanceTransactions.list({ limit: 1 })],
  ['Events: Read', (stripe) => stripe.events.list({ limit: 1 })],
];

/** @throws the error of the provider if it does not respond */
async function findMissingRights(stripe: Stripe): Promise<string[]> {
  const missing: string[] = [];
  for (const [name, probe] of RIGHTS) {
    try {
      await probe(stripe);
    } catch (error) {
      if (isPermissionError(error)) missing.push(name);
      // Any other error means that the call is allowed.
      else if (isProviderAway(error)) throw error;
    }
  }
  return missing;
}

/** Logs one line that names the rights which the key lacks. Without them payments work only in part. */
export async function reportMissingRights({ provider, log }: PaymentDependencies): Promise<void> {
  const missing = await findMissingRights(provider.stripe).catch((error: unknown) => {
    log.warn(toLogFields(error), 'the rights of the Stripe key were not checked');
    return [];
  });
  if (missing.length > 0) log.warn({ missing }, `the Stripe key lacks these rights: ${missing.join(', ')}`);
}

/** Logs what is still open in an account at the provider to which no key belongs any more, and what to do. */
export async function reportFormerAccount(dependencies: PaymentDependencies): Promise<void> {
  const { db, clock, log } = dependencies;
  const { current, former } = await configuredAccounts(dependencies);
  const accounts = former === undefined ? [current] : [current, former];
  const found = await listPaymentsElsewhere(db, accounts, clock.now());
  if (found.length === 0) return;
  const rows = [];
  for (const payment of found) rows.push(await finalizePayment(dependencies, payment));
  const checkouts = rows.filter(({ sessionState }) => sessionState === 'dead');
  log.warn(
    {
      accounts: [...new Set(rows.map(({ account, provider: name }) => account || name))],
      checkouts: checkouts.length,
      payableUntil: checkouts
        .map(({ expires }) => expires.toISOString())
        .toSorted()
        .at(-1),
      processing: rows.filter(({ status }) => status === PAYMENT_STATUS.processing).length,
      refunds: rows.filter(({ refund }) => ['pending', 'failed', 'rejected'].includes(refund)).length,
    },
    'another Stripe account has unfinished payments: set STRIPE_FORMER_SECRET_KEY to a key of it',
  );
}
