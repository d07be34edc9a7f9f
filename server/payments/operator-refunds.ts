import { PAYMENT_STATUS } from '../../src/contract/status.ts';
import type { OperatorRefund } from '../dependencies.ts';
import { ApiError } from '../http/api-error.ts';
import { insertAudit } from '../queries/audit.ts';
import { enqueueJob } from '../queries/jobs.ts';
import { lockPayment } from '../queries/payments.ts';
import { findRefundByKey, listRefundsOfPayment, restartFailedRefunds } from '../queries/refunds.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { requestRefund, SEND_REFUNDS } from './refunds.ts';

/**
 * Records and queues a refund that an operator has requested.
 * @throws ApiError 404; 409 if the payment is not paid or nothing is left; 422 if the key was used for another refund
 */
export async function requestOperatorRefund(
  { db, clock }: PaymentDependencies,
  { paymentId, amountCents, key, actor }: OperatorRefund,
): Promise<void> {
  await db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    if (payment === undefined) throw new ApiError(404, 'PAYMENT_NOT_FOUND');
    const earlier = await findRefundByKey(tx, key);
    if (earlier !== undefined) {
      const isSame =
        earlier.paymentId === paymentId && (amountCents ?? earlier.amountCents) === earlier.amountCents;
      if (!isSame) throw new ApiError(422, 'IDEMPOTENCY_KEY_REUSED');
      return;
    }
    if (payment.status !== PAYMENT_STATUS.paid) throw new ApiError(409, 'ORDER_REQUEST_NOT_PAID');
    const wanted = await listRefundsOfPayment(tx, paymentId);
    const openCents = wanted
      .filter(({ state }) => state !== 'done')
      .reduce((sum, { amountCents: cents }) => sum + (cents ?? payment.amountCents), 0);
    const leftCents = payment.amountCents - payment.amountRefundedCents - openCents;
    if (leftCents <= 0 || (amountCents ?? 0) > leftCents) throw new ApiError(409, 'REFUND_TOO_LARGE');
    const now = clock.now();
    const cents = amountCents ?? leftCents;
    await requestRefund(tx, paymentId, { reason: 'operator', amountCents: cents, requestKey: key }, now);
    await enqueueJob(tx, { kind: SEND_REFUNDS, payload: { paymentId } });
    await insertAudit(tx, {
      event: 'refundRequested',
      time: now,
      actor,
      subject: `payment ${paymentId}`,
      before: { requestedCents: payment.amountRefundedCents + openCents },
      after: { requestedCents: payment.amountRefundedCents + openCents + cents, cents },
    });
  });
}

/** Retries the failed refunds of a payment. */
export async function retryFailedRefunds(
  { db, clock }: PaymentDependencies,
  paymentId: number,
  actor: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    if ((await lockPayment(tx, paymentId)) === undefined) throw new ApiError(404, 'PAYMENT_NOT_FOUND');
    const now = clock.now();
    if (!(await restartFailedRefunds(tx, paymentId, now))) throw new ApiError(409, 'REFUND_NOT_FAILED');
    await enqueueJob(tx, { kind: SEND_REFUNDS, payload: { paymentId } });
    await insertAudit(tx, {
      event: 'refundRetried',
      time: now,
      actor,
      subject: `payment ${paymentId}`,
      before: { state: 'failed' },
      after: { state: 'due' },
    });
  });
}
