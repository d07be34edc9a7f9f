import * as v from 'valibot';
import type { SavedCardPayment } from '../../src/contract/payment.ts';
import type { Db } from '../db/database.ts';
import type { Payments } from '../dependencies.ts';
import { enqueueJob } from '../queries/jobs.ts';
import { deliverySubject, guestSubject, type PaymentSubject } from '../queries/payments.ts';
import {
  addPaymentMethod,
  createSetupIntent,
  listPaymentMethods,
  removePaymentMethod,
  setDefaultPaymentMethod,
} from './cards.ts';
import { createCheckoutSession, createGuestCheckoutSession } from './checkout.ts';
import { updateCustomerName } from './customer.ts';
import { DELETE_CUSTOMER, deleteCustomer, enqueueCustomerDeletion } from './delete-customer.ts';
import { closeCheckoutSessionById, finalizePaymentById, supersedePayments } from './finalize-payment.ts';
import { findPaymentOfRequest, listPaymentPage } from './history.ts';
import { requestOperatorRefund, retryFailedRefunds, settleRefund } from './operator-refunds.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { notResponding, toLogFields, translateProviderError } from './provider.ts';
import { reconcile } from './reconcile.ts';
import { createPaymentRefresher } from './refresh-payment.ts';
import { SEND_REFUNDS } from './refunds.ts';
import { reportFormerAccount, reportMissingRights } from './rights.ts';
import { chargeSavedCard } from './saved-card-payment.ts';
import { createTaxRates } from './tax-rate.ts';
import { handleWebhook, replayFailedEvent } from './webhook.ts';

const CLOSE_SESSION = 'payments.close-session';
const UPDATE_CUSTOMER = 'payments.update-customer';
/** A customer who has pressed a button gets a response within ten seconds, also from a provider that hangs. */
const PRESS_TIMEOUT_MS = 8000;
const PaymentJob = v.object({ paymentId: v.number() });
const CustomerJob = v.object({ userId: v.number() });

/** Creates the payments module on Stripe's official SDK, which calls either Stripe or the embedded sandbox. */
export function createStripePayments(dependencies: PaymentDependencies): Payments {
  const checkout = { ...dependencies, taxRates: createTaxRates(dependencies) };
  const refresh = createPaymentRefresher(dependencies);
  const whilePressed = <T>(work: () => Promise<T>) =>
    answerInTime(dependencies, work, () => {
      throw notResponding();
    });
  return {
    createSession: (input) => whilePressed(() => createCheckoutSession(checkout, input)),
    expireSessions: (db, requestId) => expireSessions(dependencies, db, deliverySubject(requestId)),
    deleteCustomer: (db, userId) => enqueueCustomerDeletion(dependencies, db, userId),
    listMethods: (userId) => whilePressed(() => listPaymentMethods(dependencies, userId)),
    chargeSavedCard: (input) =>
      answerInTime<SavedCardPayment>(
        dependencies,
        () => chargeSavedCard(dependencies, input),
        () => ({ status: 'checking' }),
      ),
    createSetupIntent: (userId) => whilePressed(() => createSetupIntent(dependencies, userId)),
    addMethod: (userId, id) => whilePressed(() => addPaymentMethod(dependencies, userId, id)),
    setDefaultMethod: (userId, id) => whilePressed(() => setDefaultPaymentMethod(dependencies, userId, id)),
    removeMethod: (userId, id) => whilePressed(() => removePaymentMethod(dependencies, userId, id)),
    listPaymentPage: (userId, page) => listPaymentPage(dependencies, userId, page),
    findPayment: (userId, requestId) => findPaymentOfRequest(dependencies, userId, requestId),
    refresh: (requestId) => refresh(deliverySubject(requestId)),
    guests: {
      createSession: (input) => whilePressed(() => createGuestCheckoutSession(checkout, input)),
      expireSessions: (db, guestRequestId) => expireSessions(dependencies, db, guestSubject(guestRequestId)),
      refresh: (guestRequestId) => refresh(guestSubject(guestRequestId)),
    },
    updateCustomer: (db, userId) => enqueueJob(db, { kind: UPDATE_CUSTOMER, payload: { userId } }),
    operator: {
      async refund(input) {
        await requestOperatorRefund(dependencies, input);
        await sendNow(dependencies, input.paymentId);
      },
      async retryRefunds(paymentId, operator) {
        await retryFailedRefunds(dependencies, paymentId, operator);
        await sendNow(dependencies, paymentId);
      },
      settleRefund: (input) => settleRefund(dependencies, input),
      replayEvent: (id) => withProviderErrors(dependencies, () => replayFailedEvent(dependencies, id)),
    },
    async reportMissingRights() {
      await dependencies.provider.readAccountId();
      await reportMissingRights(dependencies);
      await reportFormerAccount(dependencies).catch((error: unknown) => {
        dependencies.log.warn(toLogFields(error), 'the payments of other Stripe accounts were not checked');
      });
    },
    handleWebhook: (rawBody, signature) =>
      withProviderErrors(dependencies, () => handleWebhook(dependencies, rawBody, signature)),
    reconcile: () => reconcile(dependencies),
    jobs: {
      [CLOSE_SESSION]: (payload) =>
        closeCheckoutSessionById(dependencies, v.parse(PaymentJob, payload).paymentId),
      [SEND_REFUNDS]: (payload) => finalizePaymentById(dependencies, v.parse(PaymentJob, payload).paymentId),
      [UPDATE_CUSTOMER]: (payload) => updateCustomerName(dependencies, v.parse(CustomerJob, payload).userId),
      [DELETE_CUSTOMER]: (payload) => deleteCustomer(dependencies, payload),
    },
  };
}

async function expireSessions(
  { clock }: PaymentDependencies,
  db: Db,
  subject: PaymentSubject,
): Promise<void> {
  for (const { id } of await supersedePayments(db, subject, clock.now())) {
    await enqueueJob(db, { kind: CLOSE_SESSION, payload: { paymentId: id } });
  }
}

/** The refund is stored and its job is queued, so an unavailable provider only delays it. */
async function sendNow(dependencies: PaymentDependencies, paymentId: number): Promise<void> {
  const send = () => finalizePaymentById(dependencies, paymentId);
  await answerInTime(dependencies, send, () => undefined).catch((error: unknown) => {
    dependencies.log.warn({ ...toLogFields(error), payment: paymentId }, 'refund not sent yet');
  });
}

/**
 * Ends the wait for work at the provider, which goes on without the customer.
 * @param onLate returns the response, or throws it, if the work takes too long
 */
async function answerInTime<T>(
  dependencies: PaymentDependencies,
  work: () => Promise<T>,
  onLate: () => T,
): Promise<T> {
  const working = withProviderErrors(dependencies, work).then((value) => ({ value }));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, PRESS_TIMEOUT_MS, undefined);
  });
  const done = await Promise.race([working, late]).finally(() => clearTimeout(timer));
  return done === undefined ? onLate() : done.value;
}

/** Turns errors of the provider into errors of our API. */
async function withProviderErrors<T>({ log }: PaymentDependencies, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const refusal = translateProviderError(error);
    if (refusal !== error) log.warn(toLogFields(error), 'refused by the payment provider');
    throw refusal;
  }
}
