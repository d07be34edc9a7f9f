import { PAYMENT_STATUS } from '../../src/contract/status.ts';
import type { Db } from '../db/database.ts';
import { ApiError, invalidFieldError } from '../http/api-error.ts';
import { requireFound } from '../http/read-request.ts';
import { type AuditEvent, insertAudit, type NewAuditRow, type Operator } from '../queries/audit.ts';
import { findPayment, lockPayment, type PaymentRow } from '../queries/payments.ts';
import * as refunds from '../queries/refunds.ts';
import { atAccountOf, type PaymentDependencies } from './payment-dependencies.ts';
import { announceRefunds, isMade } from './receipts.ts';
import { isMoneyDisputed, requestRefund, sendRefundsJob } from './refunds.ts';

export type OperatorRefund = {
  paymentId: number;
  /** Everything that has not been refunded yet, unless an amount is given. */
  amountCents: number | undefined;
  /** The same key refunds once. */
  key: string;
  operator: Operator;
};

export type SettledRefund = Pick<OperatorRefund, 'paymentId' | 'operator'> & {
  refundId: number;
  note: string;
};

/**
 * Records and queues a refund that an operator has requested.
 * @throws ApiError 404; 409 if the payment is not paid or nothing is left; 422 if the key was used for another refund
 */
export async function requestOperatorRefund(
  dependencies: PaymentDependencies,
  { paymentId, amountCents, key, operator }: OperatorRefund,
): Promise<void> {
  const found = await findPayment(dependencies.db, paymentId);
  const isReachable = found === undefined || (await atAccountOf(dependencies, found)) !== undefined;
  await changeAsOperator(dependencies, paymentId, operator, 'refundRequested', async (tx, payment, now) => {
    const earlier = await refunds.findRefundByKey(tx, key);
    if (earlier !== undefined) {
      const isSame = earlier.paymentId === paymentId && earlier.requestedCents === (amountCents ?? null);
      if (!isSame) throw new ApiError(422, 'IDEMPOTENCY_KEY_REUSED');
      return undefined;
    }
    if (payment.status !== PAYMENT_STATUS.paid) throw new ApiError(409, 'ORDER_REQUEST_NOT_PAID');
    if (!isReachable) {
      throw new ApiError(409, 'PAYMENT_ACCOUNT_CHANGED', {
        detail: `This payment was made in another Stripe account (${payment.account || payment.provider}). Set STRIPE_FORMER_SECRET_KEY to a key of that account, or refund it in its dashboard.`,
      });
    }
    if (isMoneyDisputed(payment)) {
      throw new ApiError(409, 'PAYMENT_DISPUTED', {
        detail:
          payment.dispute === 'lost'
            ? 'The customer’s bank has already returned this payment.'
            : 'The customer’s bank holds this payment because of a dispute. Answer the dispute, or accept it.',
      });
    }
    const wanted = await refunds.listRefunds(tx, [paymentId]);
    // Its credit note exists, so another refund of the same money would get a second one.
    if (wanted.some(({ announced, state }) => announced && (state === 'failed' || state === 'rejected'))) {
      throw new ApiError(409, 'REFUND_NOT_ARRIVED');
    }
    const requestedCents = sumCents(
      payment,
      wanted.filter((row) => row.state === 'due' || isMade(row)),
    );
    const leftCents = payment.amountCents - requestedCents;
    if (leftCents <= 0 || (amountCents ?? 0) > leftCents) throw new ApiError(409, 'REFUND_TOO_LARGE');
    const cents = amountCents ?? leftCents;
    const wantedRefund = { amountCents: cents, requestedCents: amountCents, requestKey: key };
    // The key may have been used for another payment at the same moment.
    if (!(await requestRefund(tx, paymentId, { reason: 'operator', ...wantedRefund }, now))) {
      throw new ApiError(422, 'IDEMPOTENCY_KEY_REUSED');
    }
    await sendRefundsJob.enqueue(tx, { paymentId });
    return { before: { requestedCents }, after: { requestedCents: requestedCents + cents, cents } };
  });
}

/**
 * Records that a refund which the provider does not make was made otherwise, for example by bank transfer.
 * @throws ApiError 400 if the payment has no such refund, 404, 409 if the refund neither failed nor was rejected, or if
 *   less than its amount is left
 */
export async function settleRefund(
  dependencies: PaymentDependencies,
  { paymentId, refundId, note, operator }: SettledRefund,
): Promise<void> {
  await changeAsOperator(dependencies, paymentId, operator, 'refundSettled', async (tx, payment, now) => {
    const known = await refunds.listRefunds(tx, [paymentId]);
    const refund = known.find(({ id }) => id === refundId);
    if (refund === undefined) throw invalidFieldError('refund', 'The payment has no refund with this id');
    if (refund.state !== 'failed' && refund.state !== 'rejected')
      throw new ApiError(409, 'REFUND_NOT_FAILED');
    const leftCents = payment.amountCents - sumCents(payment, known.filter(isMade));
    const amountCents = refund.amountCents ?? leftCents;
    if (leftCents <= 0 || amountCents > leftCents) throw new ApiError(409, 'REFUND_TOO_LARGE');
    await refunds.updateRefund(tx, refundId, { state: 'settled', amountCents, note, lastModified: now });
    await refunds.summarizeRefunds(tx, paymentId);
    await announceRefunds(dependencies, tx, paymentId);
    return { before: { state: refund.state }, after: { state: 'settled', refund: refundId } };
  });
}

/** A refund without an amount returns the whole payment. */
function sumCents(payment: PaymentRow, rows: readonly refunds.RefundRow[]): number {
  return rows.reduce((sum, { amountCents }) => sum + (amountCents ?? payment.amountCents), 0);
}

export async function retryFailedRefunds(
  dependencies: PaymentDependencies,
  paymentId: number,
  operator: Operator,
): Promise<void> {
  await changeAsOperator(dependencies, paymentId, operator, 'refundRetried', async (tx, _payment, now) => {
    const due = { state: 'due', nextAttempt: now, lastModified: now } as const;
    if (!(await refunds.changeRefunds(tx, paymentId, ['failed', 'rejected'], due)))
      throw new ApiError(409, 'REFUND_NOT_FAILED');
    await sendRefundsJob.enqueue(tx, { paymentId });
    return { before: { state: 'failed' }, after: { state: 'due' } };
  });
}

/** Changes a locked payment and audits what `change` returns, in one transaction. Undefined is no change. */
async function changeAsOperator(
  { db, clock }: PaymentDependencies,
  id: number,
  operator: Operator,
  event: AuditEvent,
  change: (
    tx: Db,
    payment: PaymentRow,
    now: Date,
  ) => Promise<Pick<NewAuditRow, 'before' | 'after'> | undefined>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const payment = requireFound(await lockPayment(tx, id), 'PAYMENT_NOT_FOUND');
    const time = clock.now();
    const changed = await change(tx, payment, time);
    if (changed !== undefined) {
      await insertAudit(tx, { event, time, ...operator, subject: `payment ${id}`, ...changed });
    }
  });
}
