import * as v from 'valibot';
import type { Db } from '../db/database.ts';
import type { JobHandlers } from '../dependencies.ts';
import { withinTime } from '../http/within-time.ts';
import type { Operator } from '../queries/audit.ts';
import { jobKind } from '../queries/jobs.ts';
import { findPayment, listOpenPayments, type PaymentSubject } from '../queries/payments.ts';
import * as cards from './cards.ts';
import { reportFormerAccount, reportMissingRights } from './check-account.ts';
import { type CheckoutDependencies, createCheckoutSession, paymentLockName } from './checkout.ts';
import * as customers from './customer.ts';
import { closeCheckoutSession, finalizePayment, supersedePayments } from './finalize-payment.ts';
import { findPaymentOfRequest, listPaymentPage } from './history.ts';
import {
  type OperatorRefund,
  requestOperatorRefund,
  retryFailedRefunds,
  settleRefund,
} from './operator-refunds.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { notResponding, toLogFields, translateProviderError } from './provider.ts';
import { reconcile } from './reconcile.ts';
import { sendRefundsJob } from './refunds.ts';
import { chargeSavedCard } from './saved-card-payment.ts';
import { createTaxRates } from './tax-rate.ts';
import { handleWebhook, replayFailedEvent } from './webhook.ts';

const closeSessionJob = jobKind('payments.close-session', { paymentId: v.number() });
const updateCustomerJob = jobKind('payments.update-customer', { userId: v.number() });
/** A customer who has pressed a button gets a response within ten seconds, also from a provider that hangs. */
const PRESS_TIMEOUT_MS = 8000;

/** Payments and cards. Amounts come from the stored request, in integer cents, and never from a client. */
export type Payments = ReturnType<typeof createStripePayments>;

/** Creates the payments module on Stripe's official SDK, which calls either Stripe or the embedded sandbox. */
export function createStripePayments(base: PaymentDependencies) {
  const dependencies = { ...base, taxRates: createTaxRates(base) };
  type Work<A extends unknown[], T> = (dependencies: CheckoutDependencies, ...input: A) => Promise<T>;
  const bind =
    <A extends unknown[], T>(work: Work<A, T>) =>
    (...input: A) =>
      work(dependencies, ...input);
  const throwLate = () => {
    throw notResponding();
  };
  /** For a customer who has pressed a button. */
  const whilePressed =
    <A extends unknown[], T>(work: Work<A, T>, onLate: () => NoInfer<T> = throwLate) =>
    (...input: A) =>
      answerInTime(dependencies, () => work(dependencies, ...input), onLate);
  const jobs: JobHandlers = {
    ...closeSessionJob.handle(({ paymentId }) =>
      changePayment(dependencies, paymentId, closeCheckoutSession),
    ),
    ...sendRefundsJob.handle(({ paymentId }) => changePayment(dependencies, paymentId, finalizePayment)),
    ...updateCustomerJob.handle(({ userId }) => customers.updateCustomerName(dependencies, userId)),
    ...customers.deleteCustomerJob.handle(bind(customers.deleteCustomer)),
  };
  return {
    createSession: whilePressed(createCheckoutSession),
    expireSessions: bind(expireSessions),
    deleteCustomer: bind(customers.enqueueCustomerDeletion),
    listMethods: whilePressed(cards.listPaymentMethods),
    chargeSavedCard: whilePressed(chargeSavedCard, () => ({ status: 'checking' as const })),
    createSetupIntent: whilePressed(cards.createSetupIntent),
    addMethod: whilePressed(cards.addPaymentMethod),
    setDefaultMethod: whilePressed(cards.setDefaultPaymentMethod),
    removeMethod: whilePressed(cards.removePaymentMethod),
    listPaymentPage: bind(listPaymentPage),
    findPayment: bind(findPaymentOfRequest),
    refresh: createPaymentRefresher(dependencies),
    updateCustomer: (db: Db, userId: number) => updateCustomerJob.enqueue(db, { userId }),
    operator: {
      async refund(input: OperatorRefund) {
        await requestOperatorRefund(dependencies, input);
        await sendNow(dependencies, input.paymentId);
      },
      async retryRefunds(paymentId: number, operator: Operator) {
        await retryFailedRefunds(dependencies, paymentId, operator);
        await sendNow(dependencies, paymentId);
      },
      settleRefund: bind(settleRefund),
      replayEvent: (id: string) =>
        withProviderErrors(dependencies, () => replayFailedEvent(dependencies, id)),
    },
    async reportMissingRights() {
      await dependencies.provider.readAccountId();
      await reportMissingRights(dependencies);
      await reportFormerAccount(dependencies).catch((error: unknown) => {
        dependencies.log.warn(toLogFields(error), 'the payments of other Stripe accounts were not checked');
      });
    },
    handleWebhook: (rawBody: string, signature: string | undefined) =>
      withProviderErrors(dependencies, () => handleWebhook(dependencies, rawBody, signature)),
    reconcile: bind(reconcile),
    jobs,
  };
}

/**
 * Expires every open session of a request because its price changed or it is being deleted. It writes only with the
 * given transaction; a job expires the sessions at the provider afterwards.
 */
async function expireSessions({ clock }: PaymentDependencies, db: Db, subject: PaymentSubject) {
  for (const { id } of await supersedePayments(db, subject, clock.now())) {
    await closeSessionJob.enqueue(db, { paymentId: id });
  }
}

/** Does nothing for a payment that has left the books since its job was queued. */
async function changePayment(
  dependencies: PaymentDependencies,
  id: number,
  change: typeof closeCheckoutSession,
) {
  const payment = await findPayment(dependencies.db, id);
  if (payment !== undefined) await change(dependencies, payment);
}

/** The refund is stored and its job is queued, so an unavailable provider only delays it. */
async function sendNow(dependencies: PaymentDependencies, paymentId: number): Promise<void> {
  const send = () => changePayment(dependencies, paymentId, finalizePayment);
  await answerInTime(dependencies, send, () => undefined).catch((error: unknown) => {
    dependencies.log.warn({ ...toLogFields(error), payment: paymentId }, 'refund not sent yet');
  });
}

/**
 * Ends the wait for work at the provider, which goes on without the customer.
 * @param onLate returns the response, or throws it, if the work takes too long
 */
async function answerInTime<T>(dependencies: PaymentDependencies, work: () => Promise<T>, onLate: () => T) {
  const done = await withinTime(PRESS_TIMEOUT_MS, withProviderErrors(dependencies, work));
  return done === undefined ? onLate() : done.value;
}

async function withProviderErrors<T>({ log }: PaymentDependencies, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const refusal = translateProviderError(error);
    if (refusal !== error) log.warn(toLogFields(error), 'refused by the payment provider');
    throw refusal;
  }
}

/** A customer waits for the response. The webhook or the reconciler finds a payment that takes longer. */
const TIMEOUT_MS = 1500;
const PAUSE_AFTER_FAILURE_MS = 15_000;
/** However often a screen reads a request, the provider is read at most once in this time. */
const MIN_INTERVAL_MS = 1000;
const MAX_REMEMBERED = 1000;

/**
 * Returns a function that reads the unpaid checkout sessions of a request from the provider, so that a
 * customer who returns from the checkout sees the payment at once, also without webhooks. It never throws, and after
 * the provider was slow or unavailable it makes no call for a while.
 */
function createPaymentRefresher(
  dependencies: PaymentDependencies,
): (subject: PaymentSubject) => Promise<void> {
  const { db, clock, log } = dependencies;
  let failedAt = Number.NEGATIVE_INFINITY;
  /** The last read of each request, the oldest one first, and the read itself, for which simultaneous callers wait. */
  const reads = new Map<string, { at: number; done: Promise<void> }>();
  return async (subject) => {
    const at = clock.now().getTime();
    // The clock may have been set back.
    if (Math.abs(at - failedAt) < PAUSE_AFTER_FAILURE_MS) return;
    const name = paymentLockName(subject);
    const last = reads.get(name);
    if (last !== undefined && Math.abs(at - last.at) < MIN_INTERVAL_MS) return last.done;
    const done = read(subject);
    reads.delete(name);
    reads.set(name, { at, done });
    const [oldest] = reads.keys();
    if (reads.size > MAX_REMEMBERED && oldest !== undefined) reads.delete(oldest);
    return done;
  };

  async function read(subject: PaymentSubject): Promise<void> {
    const open = await listOpenPayments(db, subject);
    try {
      for (const payment of open) {
        await finalizePayment(dependencies, payment, { timeout: TIMEOUT_MS, maxNetworkRetries: 0 });
      }
    } catch (error) {
      failedAt = clock.now().getTime();
      log.warn(toLogFields(error), 'the payment of a delivery was not checked');
    }
  }
}
