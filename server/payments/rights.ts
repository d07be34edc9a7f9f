import type Stripe from 'stripe';
import { PAYMENT_STATUS } from '../../src/contract/status.ts';
import { listPaymentsElsewhere } from '../queries/payments.ts';
import { finalizePayment } from './finalize-payment.ts';
import { configuredAccounts, type PaymentDependencies } from './payment-dependencies.ts';
import { isPermissionError, isProviderAway, toLogFields } from './provider.ts';

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
export async function findMissingRights(stripe: Stripe): Promise<string[]> {
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
