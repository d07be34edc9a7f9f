import * as v from 'valibot';
import { PAYMENT_STATUS } from '../../src/contract/status.ts';
import type { Db } from '../db/database.ts';
import { type RefundReason, WON_DISPUTES } from '../db/payment-schema.ts';
import { insertAudit } from '../queries/audit.ts';
import { jobKind } from '../queries/jobs.ts';
import { listEntriesOfPayment } from '../queries/payment-ledger.ts';
import { listPaymentsOf, type PaymentRow, type PaymentSubject, updatePayment } from '../queries/payments.ts';
import {
  insertRefund,
  listRefunds,
  type NewRefund,
  type RefundChange,
  type RefundRow,
  summarizeRefunds,
  updateRefund,
} from '../queries/refunds.ts';
import type { PaymentDependencies, PaymentStoreDependencies } from './payment-dependencies.ts';
import { paymentMetadata } from './payment-parameters.ts';
import { observeRefunds } from './payment-state.ts';
import { isAlreadyRefunded, rejectionReason } from './provider.ts';
import type { ProviderPayment, ProviderRefund } from './provider-payment.ts';
import { announceRefunds, isMade } from './receipts.ts';

export type WantedRefund = {
  reason: RefundReason;
  /** The amount in cents. Without it everything that is left is refunded. */
  amountCents?: number | undefined;
  /** What the operator asked for, with which a repeated request is compared. */
  requestedCents?: number | undefined;
  requestKey?: string | undefined;
};

/**
 * Records a due refund in the transaction that makes it due. `sendDueRefunds` sends it, and the reconciler checks it
 * until it has arrived. If `requestKey` was used before, it does nothing and returns false.
 */
export async function requestRefund(
  tx: Db,
  paymentId: number,
  refund: WantedRefund,
  now: Date,
): Promise<boolean> {
  const times = { nextAttempt: now, created: now, lastModified: now };
  const inserted = await insertRefund(tx, { ...refund, ...times, paymentId, state: 'due' });
  await summarizeRefunds(tx, paymentId);
  return inserted !== undefined;
}

export const sendRefundsJob = jobKind('payments.send-refunds', { paymentId: v.number() });

/** Refunds the rest of what was paid for a delivery. */
export async function refundDelivery(tx: Db, subject: PaymentSubject, now: Date): Promise<void> {
  for (const payment of await listPaymentsOf(tx, subject)) {
    // The bank has already returned the money of a lost dispute.
    const isOurs = payment.status === PAYMENT_STATUS.paid && payment.dispute !== 'lost';
    if (!isOurs || payment.amountRefundedCents >= payment.amountCents) continue;
    const rows = await listRefunds(tx, [payment.id]);
    if (rows.some(({ reason }) => reason === 'cancelled')) continue;
    await requestRefund(tx, payment.id, { reason: 'cancelled' }, now);
    await sendRefundsJob.enqueue(tx, { paymentId: payment.id });
  }
}

/** Makes the stored refunds of a payment agree with the provider's, in the transaction that stores the payment. */
export async function storeRefunds(
  dependencies: PaymentStoreDependencies,
  tx: Db,
  payment: PaymentRow,
  refunds: readonly ProviderRefund[],
): Promise<void> {
  if (refunds.length === 0) return;
  const { id: paymentId } = payment;
  const { clock, log } = dependencies;
  const now = clock.now();
  const { changed, found } = observeRefunds(await listRefunds(tx, [paymentId]), refunds, now);
  for (const { row, change } of changed) {
    await updateRefund(tx, row.id, change);
    const state = change.state ?? row.state;
    const logged = { payment: paymentId, ...paymentMetadata(payment), refund: row.id, state };
    if (change.failure == null) log.info(logged, 'refund updated');
    else log.error({ ...logged, failure: change.failure }, 'refund failed');
    if (change.state !== 'done') continue;
    const states = {
      before: { refund: row.state },
      after: { refund: 'done', cents: change.amountCents ?? 0 },
    };
    const subject = `payment ${paymentId}`;
    await insertAudit(tx, { event: 'refunded', time: now, actor: 'server', subject, ...states });
  }
  for (const refund of found) {
    const row = { ...refund, paymentId };
    await insertRefund(tx, { ...row, ...(await closeReplaced(tx, row, now)) });
  }
  if (changed.length + found.length > 0) await updatePayment(tx, paymentId, { lastModified: now });
  await summarizeRefunds(tx, paymentId);
  await announceRefunds(dependencies, tx, paymentId);
}

/**
 * Closes a refund that waits after a failure, if the same amount was refunded in the provider's dashboard since then: that
 * is the same money, which must not be sent again. The refund in the dashboard takes over the credit note. (PAY-90)
 */
async function closeReplaced(
  tx: Db,
  { paymentId, state, amountCents, created }: NewRefund,
  now: Date,
): Promise<Partial<NewRefund>> {
  const isWaiting = (row: RefundRow) => row.failures > 0 && ['due', 'failed', 'rejected'].includes(row.state);
  const entries = await listEntriesOfPayment(tx, paymentId);
  // The server may hear of the failure later than of the refund in the dashboard, so the provider's time counts.
  const failedAt = ({ providerRefundId, lastModified }: RefundRow) =>
    entries.find(({ kind, sourceId }) => kind === 'refund_failed' && sourceId === providerRefundId)?.time ??
    lastModified;
  const replaced = (await listRefunds(tx, [paymentId])).find(
    (row) => isWaiting(row) && row.amountCents === amountCents && failedAt(row) <= created,
  );
  if (replaced === undefined || state === 'failed') return {};
  const { id, announced, creditNoteOf, creditedCents } = replaced;
  await updateRefund(tx, id, { state: 'done', amountCents: 0, announced: false, lastModified: now });
  return announced ? { announced, creditedCents, creditNoteOf: creditNoteOf ?? id } : {};
}

/**
 * Sends the refunds that are due. What becomes of them is found by the next read of the payment, also after a crash.
 * Returns whether anything was sent.
 */
export async function sendDueRefunds(
  dependencies: PaymentDependencies,
  payment: PaymentRow,
  { amountCents: receivedCents }: ProviderPayment,
): Promise<boolean> {
  const { db, clock, log } = dependencies;
  const rows = await listRefunds(db, [payment.id]);
  // What another process is sending counts when its row is sent again, and so only once.
  let left = rows
    .filter(isMade)
    .reduce((sum, { amountCents }) => sum - (amountCents ?? 0), receivedCents ?? payment.amountCents);
  let hasSent = false;
  for (const row of rows) {
    const now = clock.now();
    // A change after now was made by a clock that was ahead, and so was its next attempt. (REL-35)
    const isWaiting = row.nextAttempt > now && row.lastModified <= now;
    if (row.state !== 'due' || isWaiting) continue;
    const outcome = await sendRefund(dependencies, payment, row, left);
    // Also if nothing was sent, because the caller returns the payment as it is stored now.
    hasSent = true;
    if (typeof outcome === 'number') {
      left -= outcome;
      continue;
    }
    await db.transaction(async (tx) => {
      await updateRefund(tx, row.id, { ...outcome, lastModified: now });
      await summarizeRefunds(tx, payment.id);
    });
    if (outcome.state === 'rejected') {
      log.error({ payment: payment.id, refund: row.id, reason: outcome.failure }, 'refund rejected');
    }
  }
  return hasSent;
}

/** Everything was refunded in the provider's dashboard, so that this refund returns nothing. */
const NOTHING_LEFT: RefundChange = { state: 'done', amountCents: 0 };

/**
 * Returns how many cents were sent, or the change of a refund that was not. The idempotency key makes a repeated refund
 * a no-op, even after a crash between the Stripe call and our own write.
 */
async function sendRefund(
  { provider }: PaymentDependencies,
  payment: PaymentRow,
  row: RefundRow,
  left: number,
): Promise<number | RefundChange> {
  const { failures, amountCents } = row;
  // The bank has taken the money or is about to. A refund in addition would return it twice.
  if (isMoneyDisputed(payment)) return { state: 'rejected', failure: 'charge_disputed' };
  if (payment.intentId === null || left <= 0) return NOTHING_LEFT;
  const cents = Math.min(amountCents ?? left, left);
  try {
    const { amount } = await provider.stripe.refunds.create(
      {
        payment_intent: payment.intentId,
        amount: cents,
        metadata: {
          ...paymentMetadata(payment),
          refundId: String(row.id),
          attempt: String(row.failures),
        },
      },
      { idempotencyKey: `refund-${payment.sessionId ?? payment.intentId}-${row.id}-${row.failures}` },
    );
    return amount;
  } catch (error) {
    if (isAlreadyRefunded(error)) return NOTHING_LEFT;
    const reason = rejectionReason(error);
    if (reason === undefined) throw error;
    // Under the same key the provider would repeat this response for a day, also after its cause is gone.
    return { state: 'rejected', failure: reason, failures: failures + 1, amountCents: cents };
  }
}

/** What the customer got in another way, which the provider must not return in addition. */
export function settledCents(rows: readonly RefundRow[]): number {
  return rows.reduce((sum, row) => sum + (row.state === 'settled' ? (row.amountCents ?? 0) : 0), 0);
}

/** Whether a dispute has taken the money of a payment. An inquiry, whose statuses begin with `warning_`, takes none. */
export function isMoneyDisputed({ dispute }: Pick<PaymentRow, 'dispute'>): boolean {
  return dispute !== null && !dispute.startsWith('warning_') && !WON_DISPUTES.includes(dispute);
}
