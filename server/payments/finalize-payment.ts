import type Stripe from 'stripe';
import { PAYMENT_STATUS, REQUEST_STATUS } from '../../src/contract/status.ts';
import type { Db } from '../db/database.ts';
import { startGuestOrder } from '../deliveries/guest-order.ts';
import { markPaid } from '../queries/delivery-requests.ts';
import {
  closeUnstartedPayment,
  findPayment,
  lockPayment,
  lockRequestToPay,
  type PaymentChange,
  type PaymentRow,
  type PaymentSubject,
  takeReceiptNumber,
  updatePayment,
} from '../queries/payments.ts';
import { recordMovements } from './ledger.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { paymentMetadata } from './payment-description.ts';
import { isInvalidRequest, isMissing } from './provider.ts';
import { type ProviderPayment, retrieveIntentPayment, retrieveProviderPayment } from './provider-payment.ts';
import { refundedCents, requestRefund, sendRefunds } from './refunds.ts';

/**
 * Reads a payment from the provider, stores its state and refunds money that must be returned. It may be called at any
 * time and any number of times: only the state at the provider counts, and a paid payment stays paid.
 */
export async function finalizePayment(
  dependencies: PaymentDependencies,
  payment: PaymentRow,
  options: Stripe.RequestOptions = {},
): Promise<PaymentRow> {
  const providerPayment = await retrieve(dependencies, payment, options).catch((error) => {
    if (isMissing(error)) return SESSION_GONE;
    throw error;
  });
  const applied = (await applyProviderPayment(dependencies, payment, providerPayment)) ?? payment;
  await recordMovements(dependencies.db, applied, providerPayment);
  if (applied.refund === 'none' || providerPayment.refunds === undefined) return applied;
  return sendRefunds(dependencies, applied, providerPayment.refunds);
}

function retrieve(
  { provider, clock }: PaymentDependencies,
  payment: PaymentRow,
  options: Stripe.RequestOptions,
) {
  const { sessionId, intentId, expires } = payment;
  if (sessionId !== null) return retrieveProviderPayment(provider.stripe, sessionId, options);
  if (intentId !== null) return retrieveIntentPayment(provider.stripe, intentId, options);
  // The intent of this payment was not created, or its id was not stored. Nobody has confirmed it.
  return Promise.resolve(expires <= clock.now() ? SESSION_GONE : NOT_STARTED);
}

/** A session that the provider does not know can never be paid. A paid payment stays paid. */
const SESSION_GONE: ProviderPayment = {
  isPaid: false,
  sessionState: 'expired',
  amountCents: null,
  currency: '',
  status: PAYMENT_STATUS.canceled,
  details: {},
  refunds: undefined,
  dispute: null,
  movements: [],
};

const NOT_STARTED: ProviderPayment = { ...SESSION_GONE, sessionState: 'open', status: PAYMENT_STATUS.new };

/** Closes a session or an intent at the provider, so that it can no longer be paid, then finalizes its payment. */
export async function closeCheckoutSession(
  dependencies: PaymentDependencies,
  payment: PaymentRow,
): Promise<PaymentRow> {
  const { stripe } = dependencies.provider;
  try {
    if (payment.sessionId !== null) await stripe.checkout.sessions.expire(payment.sessionId);
    else if (payment.intentId !== null) await stripe.paymentIntents.cancel(payment.intentId);
    else return closeUnstarted(dependencies, payment);
  } catch (error) {
    // It is no longer open: it was paid at the last moment, or it has expired. Finalizing finds out which.
    if (!isInvalidRequest(error)) throw error;
  }
  return finalizePayment(dependencies, payment);
}

/** Closes a payment whose intent was never stored, and which can therefore never be confirmed. */
async function closeUnstarted({ db, clock }: PaymentDependencies, payment: PaymentRow): Promise<PaymentRow> {
  const now = clock.now();
  const closed = await closeUnstartedPayment(db, payment.id, now);
  return closed ?? (await findPayment(db, payment.id)) ?? payment;
}

/** The request and the payment change in one transaction. The request is always locked first. */
async function applyProviderPayment(
  dependencies: PaymentDependencies,
  { id, deliveryRequestId, guestRequestId }: PaymentRow,
  providerPayment: ProviderPayment,
) {
  const now = dependencies.clock.now();
  const subject = { deliveryRequestId, guestRequestId };
  return dependencies.db.transaction(async (tx) => {
    const request = await lockRequestToPay(tx, subject);
    const payment = await lockPayment(tx, id);
    if (payment === undefined) return undefined;
    const noted = { checked: now, ...missingDetails(payment, providerPayment) };
    if (payment.status === PAYMENT_STATUS.paid || payment.refund !== 'none') {
      return updatePayment(tx, id, { ...noted, ...returnedMoney(payment, providerPayment, now) });
    }
    if (!providerPayment.isPaid) {
      // A session that we have declared dead stays dead although it is still open at the provider.
      const sessionState =
        providerPayment.sessionState === 'open' ? payment.sessionState : providerPayment.sessionState;
      const status = payment.sessionState === 'dead' ? payment.status : providerPayment.status;
      const isChanged = status !== payment.status || sessionState !== payment.sessionState;
      return updatePayment(tx, id, {
        ...noted,
        status,
        sessionState,
        ...(isChanged ? { lastModified: now } : {}),
      });
    }
    const isDue =
      payment.sessionState !== 'dead' &&
      request?.status === REQUEST_STATUS.waitingPayment &&
      request.priceCents === providerPayment.amountCents &&
      request.currency === providerPayment.currency;
    const paid = {
      ...noted,
      ...providerPayment.details,
      sessionState: 'complete' as const,
      lastModified: now,
    };
    if (isDue && (await markRequestPaid(tx, subject, now))) {
      return updatePayment(tx, id, {
        ...paid,
        ...returnedMoney(payment, providerPayment, now),
        status: PAYMENT_STATUS.paid,
        receiptNumber: await takeReceiptNumber(tx),
        vatBasisPoints: Math.round(dependencies.tax.vatPercent * 100),
      });
    }
    dependencies.log.warn({ payment: id, ...paymentMetadata(subject) }, 'late payment: will be refunded');
    await requestRefund(tx, id, { reason: 'late' }, now);
    return updatePayment(tx, id, { ...paid, status: PAYMENT_STATUS.canceled });
  });
}

/** Returns whether this call changed the request. The order of a guest starts with the payment. */
function markRequestPaid(
  tx: Db,
  { deliveryRequestId, guestRequestId }: PaymentSubject,
  now: Date,
): Promise<boolean> {
  return guestRequestId === null
    ? markPaid(tx, deliveryRequestId ?? 0, now)
    : startGuestOrder(tx, guestRequestId, now);
}

/** Some details arrive later than the payment itself, such as the invoice. This stores the new ones. */
function missingDetails(payment: PaymentRow, { details }: ProviderPayment) {
  if (payment.status === PAYMENT_STATUS.paid || payment.refund !== 'none') {
    return {
      receiptUrl: payment.receiptUrl ?? details.receiptUrl ?? null,
      invoiceUrl: payment.invoiceUrl ?? details.invoiceUrl ?? null,
    };
  }
  return details;
}

/** Applies all refunds and disputes, whether this server, an operator at the provider, or a bank started them. */
function returnedMoney(payment: PaymentRow, { refunds, dispute }: ProviderPayment, now: Date): PaymentChange {
  if (refunds === undefined) return {};
  const amountRefundedCents = refundedCents(refunds, 'done');
  const isChanged = amountRefundedCents !== payment.amountRefundedCents || dispute !== payment.dispute;
  return { amountRefundedCents, dispute, ...(isChanged ? { lastModified: now } : {}) };
}

/** Finalizes a payment by its id, which is what jobs store. */
export async function closeCheckoutSessionById(dependencies: PaymentDependencies, id: number): Promise<void> {
  const payment = await findPayment(dependencies.db, id);
  if (payment === undefined || payment.provider !== dependencies.provider.name) return;
  await closeCheckoutSession(dependencies, payment);
}

/** The job handler that sends the refunds of a payment. */
export async function finalizePaymentById(dependencies: PaymentDependencies, id: number): Promise<void> {
  const payment = await findPayment(dependencies.db, id);
  if (payment === undefined || payment.provider !== dependencies.provider.name) return;
  await finalizePayment(dependencies, payment);
}
