import { PAYMENT_STATUS } from '../../src/contract/status.ts';
import type { Db } from '../db/database.ts';
import type { RefundReason } from '../db/payment-schema.ts';
import { insertAudit } from '../queries/audit.ts';
import { enqueueJob } from '../queries/jobs.ts';
import { insertEntries } from '../queries/payment-ledger.ts';
import {
  findPayment,
  listPaymentsOf,
  type PaymentRow,
  type PaymentSubject,
  updatePayment,
} from '../queries/payments.ts';
import {
  insertRefund,
  listRefundsOfPayment,
  type RefundRow,
  summarizeRefunds,
  updateRefund,
} from '../queries/refunds.ts';
import { refundMovements } from './ledger.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { paymentMetadata } from './payment-description.ts';
import { isAlreadyRefunded } from './provider.ts';
import { type ProviderRefund, toProviderRefund } from './provider-payment.ts';

const HOUR_MS = 3600_000;
/** A bank that rejects a refund may accept it later. After the last delay operators have to act. */
const RETRY_DELAYS_MS: readonly number[] = [HOUR_MS, 24 * HOUR_MS];
/** The interval at which a pending refund is checked without webhooks. */
const CHECK_PENDING_MS = HOUR_MS;

/** The bank has already returned the money. */
const LOST_DISPUTES: readonly string[] = ['lost'];

export type WantedRefund = {
  reason: RefundReason;
  /** The amount in cents. Without it everything that is left is refunded. */
  amountCents?: number | undefined;
  requestKey?: string | undefined;
};

/**
 * Records a due refund in the transaction that makes it due. `sendRefunds` sends it, and the reconciler checks it until
 * it has arrived. Returns undefined if `requestKey` was used before.
 */
export async function requestRefund(
  tx: Db,
  paymentId: number,
  { reason, amountCents, requestKey }: WantedRefund,
  now: Date,
): Promise<RefundRow | undefined> {
  const row = await insertRefund(tx, {
    paymentId,
    reason,
    amountCents: amountCents ?? null,
    requestKey: requestKey ?? null,
    state: 'due',
    nextAttempt: now,
    created: now,
    lastModified: now,
  });
  await summarizeRefunds(tx, paymentId);
  return row;
}

/** The kind of the job that sends the refunds of a payment. */
export const SEND_REFUNDS = 'payments.send-refunds';

/** Refunds the rest of what was paid for a delivery. */
export async function refundDelivery(tx: Db, subject: PaymentSubject, now: Date): Promise<void> {
  for (const payment of await listPaymentsOf(tx, subject)) {
    const isOurs = payment.status === PAYMENT_STATUS.paid && !LOST_DISPUTES.includes(payment.dispute ?? '');
    if (!isOurs || payment.amountRefundedCents >= payment.amountCents) continue;
    const rows = await listRefundsOfPayment(tx, payment.id);
    if (rows.some(({ reason }) => reason === 'cancelled')) continue;
    await requestRefund(tx, payment.id, { reason: 'cancelled' }, now);
    await enqueueJob(tx, { kind: SEND_REFUNDS, payload: { paymentId: payment.id } });
  }
}

/** The sum of completed and pending refunds. */
export function refundedCents(refunds: readonly ProviderRefund[], state: 'done' | 'pending'): number {
  return refunds
    .filter((refund) => refund.state === state)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/**
 * Updates the refunds of a payment to their state at the provider, then sends those that are due. It may be called any
 * number of times.
 */
export async function sendRefunds(
  dependencies: PaymentDependencies,
  payment: PaymentRow,
  known: readonly ProviderRefund[],
): Promise<PaymentRow> {
  const { db, clock } = dependencies;
  const refunds = [...known];
  for (const row of await listWantedRefunds(dependencies, payment)) {
    const now = clock.now();
    const made = refunds.findLast((refund) => isMadeFor(refund, row));
    if (made !== undefined) await applyRefund(dependencies, payment, row, made);
    else if (row.state === 'due' && row.nextAttempt <= now) {
      const sent = await sendRefund(dependencies, payment, row, refunds);
      if (sent !== undefined) {
        refunds.push(sent);
        await insertEntries(db, payment.id, refundMovements(sent));
      }
      await applyRefund(dependencies, payment, row, sent);
    }
  }
  await summarizeRefunds(db, payment.id);
  await updatePayment(db, payment.id, { amountRefundedCents: refundedCents(refunds, 'done') });
  return (await findPayment(db, payment.id)) ?? payment;
}

/** A process of an older version records a due refund only in the payment itself. */
async function listWantedRefunds({ db, clock }: PaymentDependencies, payment: PaymentRow) {
  const rows = await listRefundsOfPayment(db, payment.id);
  if (rows.length > 0 || payment.refund !== 'due') return rows;
  await requestRefund(db, payment.id, { reason: 'late' }, clock.now());
  return listRefundsOfPayment(db, payment.id);
}

/** A refund of an earlier attempt does not determine the state of a later attempt. */
function isMadeFor(refund: ProviderRefund, row: RefundRow): boolean {
  return refund.refundId === row.id && refund.attempt === row.failures;
}

/**
 * The idempotency key makes a repeated refund a no-op, even after a crash between the Stripe call and our own write.
 * Returns undefined if nothing is left, because somebody refunded it in the provider's dashboard.
 */
async function sendRefund(
  { provider }: PaymentDependencies,
  payment: PaymentRow,
  row: RefundRow,
  known: readonly ProviderRefund[],
): Promise<ProviderRefund | undefined> {
  const left = payment.amountCents - refundedCents(known, 'done') - refundedCents(known, 'pending');
  if (payment.intentId === null || left <= 0) return undefined;
  try {
    const refund = await provider.stripe.refunds.create(
      {
        payment_intent: payment.intentId,
        amount: Math.min(row.amountCents ?? left, left),
        metadata: {
          ...paymentMetadata(payment),
          refundId: String(row.id),
          attempt: String(row.failures),
        },
      },
      { idempotencyKey: `refund-${payment.sessionId ?? payment.intentId}-${row.id}-${row.failures}` },
    );
    return toProviderRefund(refund);
  } catch (error) {
    if (isAlreadyRefunded(error)) return undefined;
    throw error;
  }
}

/** Stores the result of a refund. An undefined result means that there was nothing left to refund. */
async function applyRefund(
  dependencies: PaymentDependencies,
  payment: PaymentRow,
  row: RefundRow,
  made: ProviderRefund | undefined,
): Promise<void> {
  const state = made?.state ?? 'done';
  if (state === row.state && made?.id === (row.providerRefundId ?? undefined)) return;
  if (state === 'failed') return retryRefund(dependencies, payment, row, made?.failure ?? 'unknown');
  const { db, clock, log } = dependencies;
  const now = clock.now();
  await db.transaction(async (tx) => {
    await updateRefund(tx, row.id, {
      state,
      nextAttempt: new Date(now.getTime() + CHECK_PENDING_MS),
      lastModified: now,
      ...(made === undefined ? {} : { providerRefundId: made.id, amountCents: made.amountCents }),
    });
    await updatePayment(tx, payment.id, { lastModified: now });
    if (state !== 'done') return;
    await insertAudit(tx, {
      event: 'refunded',
      time: now,
      actor: 'server',
      subject: `payment ${payment.id}`,
      before: { refund: row.state },
      after: { refund: 'done', cents: made?.amountCents ?? 0 },
    });
  });
  log.warn({ payment: payment.id, ...paymentMetadata(payment), refund: row.id, state }, 'refunded');
}

async function retryRefund(
  { db, clock, log }: PaymentDependencies,
  payment: PaymentRow,
  row: RefundRow,
  failure: string,
): Promise<void> {
  const now = clock.now();
  const delay = RETRY_DELAYS_MS[row.failures];
  await updateRefund(db, row.id, {
    state: delay === undefined ? 'failed' : 'due',
    failures: row.failures + 1,
    nextAttempt: new Date(now.getTime() + (delay ?? 0)),
    failure,
    lastModified: now,
  });
  log.error({ payment: payment.id, refund: row.id, failure, isFinal: delay === undefined }, 'refund failed');
}
