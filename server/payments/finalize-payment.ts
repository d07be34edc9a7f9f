import type { Logger } from 'pino';
import { PAYMENT_STATUS, REQUEST_STATUS } from '../../src/contract/status.ts';
import type { Db } from '../db/database.ts';
import type { Clock } from '../dependencies.ts';
import { insertAudit } from '../queries/audit.ts';
import { markPaid } from '../queries/delivery-requests.ts';
import {
  findPayment,
  lockPayment,
  lockRequestToPay,
  type PaymentRow,
  updatePayment,
} from '../queries/payments.ts';
import { isAlreadyRefunded, isInvalidRequest, type PaymentProvider } from './provider.ts';
import { type ProviderPayment, SESSION_EXPAND, toProviderPayment } from './provider-payment.ts';

export type PaymentDependencies = { db: Db; clock: Clock; log: Logger; provider: PaymentProvider };

/**
 * Asks the provider what became of a payment and writes it down; refunds what came in for nothing. May be
 * called by anybody, at any time, in any order, any number of times: only the provider's answer counts, and
 * what is paid stays paid.
 */
export async function finalizePayment(
  dependencies: PaymentDependencies,
  payment: PaymentRow,
): Promise<PaymentRow> {
  const { stripe } = dependencies.provider;
  const session = await stripe.checkout.sessions.retrieve(payment.sessionId, { expand: SESSION_EXPAND });
  const settled = (await applyProviderPayment(dependencies, payment, toProviderPayment(session))) ?? payment;
  return settled.refund === 'due' ? refundPayment(dependencies, settled) : settled;
}

/** Closes a session at the provider, so that nobody can pay it any more, then settles it. */
export async function closeCheckoutSession(
  dependencies: PaymentDependencies,
  payment: PaymentRow,
): Promise<PaymentRow> {
  try {
    await dependencies.provider.stripe.checkout.sessions.expire(payment.sessionId);
  } catch (error) {
    // Not open any more: paid in the last moment, or expired. Settling finds out which.
    if (!isInvalidRequest(error)) throw error;
  }
  return finalizePayment(dependencies, payment);
}

/** Request and payment change in one transaction; the request is always locked first. */
async function applyProviderPayment(
  dependencies: PaymentDependencies,
  { id, deliveryRequestId }: PaymentRow,
  providerPayment: ProviderPayment,
) {
  const now = dependencies.clock.now();
  return dependencies.db.transaction(async (tx) => {
    const request = await lockRequestToPay(tx, deliveryRequestId);
    const payment = await lockPayment(tx, id);
    if (payment === undefined) return undefined;
    const noted = { checked: now, ...missingDetails(payment, providerPayment) };
    if (payment.status === PAYMENT_STATUS.paid || payment.refund !== 'none') {
      return updatePayment(tx, id, noted);
    }
    if (!providerPayment.isPaid) {
      // A session that is dead to us stays so while it is still open at the provider.
      const sessionState =
        providerPayment.sessionState === 'open' ? payment.sessionState : providerPayment.sessionState;
      const status = payment.sessionState === 'open' ? providerPayment.status : payment.status;
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
    if (isDue && (await markPaid(tx, deliveryRequestId, now))) {
      return updatePayment(tx, id, { ...paid, status: PAYMENT_STATUS.paid });
    }
    dependencies.log.warn(
      { payment: id, deliveryRequest: deliveryRequestId },
      'late payment: will be refunded',
    );
    return updatePayment(tx, id, { ...paid, status: PAYMENT_STATUS.canceled, refund: 'due' });
  });
}

/** Some details come later than the payment itself (an invoice is written after it): take what is new. */
function missingDetails(payment: PaymentRow, { details }: ProviderPayment) {
  if (payment.status === PAYMENT_STATUS.paid || payment.refund !== 'none') {
    return {
      receiptUrl: payment.receiptUrl ?? details.receiptUrl ?? null,
      invoiceUrl: payment.invoiceUrl ?? details.invoiceUrl ?? null,
    };
  }
  return details;
}

/** The key makes refunding twice harmless, also after a crash between the call and the note of it. */
async function refundPayment(dependencies: PaymentDependencies, payment: PaymentRow): Promise<PaymentRow> {
  if (payment.intentId === null) return payment;
  try {
    await dependencies.provider.stripe.refunds.create(
      {
        payment_intent: payment.intentId,
        metadata: { deliveryRequestId: String(payment.deliveryRequestId) },
      },
      { idempotencyKey: `refund-${payment.sessionId}` },
    );
  } catch (error) {
    if (!isAlreadyRefunded(error)) throw error;
  }
  const now = dependencies.clock.now();
  const done = await dependencies.db.transaction(async (tx) => {
    await insertAudit(tx, {
      event: 'refunded',
      time: now,
      actor: 'server',
      subject: `payment ${payment.id}`,
      before: { refund: payment.refund },
      after: { refund: 'done', cents: payment.amountCents },
    });
    return updatePayment(tx, payment.id, { refund: 'done', lastModified: now });
  });
  dependencies.log.warn(
    { payment: payment.id, deliveryRequest: payment.deliveryRequestId },
    'late payment refunded',
  );
  return done ?? payment;
}

/** For jobs, which know a payment by its id. */
export async function closeCheckoutSessionById(dependencies: PaymentDependencies, id: number): Promise<void> {
  const payment = await findPayment(dependencies.db, id);
  if (payment === undefined || payment.provider !== dependencies.provider.name) return;
  await closeCheckoutSession(dependencies, payment);
}
