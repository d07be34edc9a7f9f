import { and, eq, exists, inArray, isNull, lt, ne, not, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { PAYMENT_STATUS, REQUEST_STATUS } from '../../src/contract/status.ts';
import type { Db } from '../db/database.ts';
import { CLOSED_DISPUTES, paymentDocuments, paymentEntries, payments } from '../db/payment-schema.ts';
import { deliveryRequests, orders } from '../db/schema.ts';

/** Requests that one transaction deletes. */
const BATCH = 500;

/** Neither the provider may still change such a payment, nor has an operator anything to do about it. */
const isFinal = and(
  ne(payments.status, PAYMENT_STATUS.processing),
  notInArray(payments.refund, ['due', 'pending', 'failed', 'rejected']),
  notInArray(payments.sessionState, ['open', 'dead']),
  or(isNull(payments.dispute), inArray(payments.dispute, CLOSED_DISPUTES)),
);

/** Deletes the payments that may leave the operator's books, with their documents and movements of money. */
export async function deleteOldPayments(db: Db, before: Date): Promise<void> {
  const isSince = sql`>= ${before.toISOString()}::timestamptz`;
  const isInBooks = sql`exists (
    select 1 from ${paymentDocuments} where payment_id = ${payments}.id and issued ${isSince}
    union all
    select 1 from ${paymentEntries} where payment_id = ${payments}.id and time ${isSince})`;
  await db.delete(payments).where(and(isFinal, lt(payments.created, before), not(isInBooks)));
}

/**
 * Deletes customers' requests that ended, or were never paid, before a time. Of their orders remains what tracking shows
 * to everyone with the number; the payments stay in the operator's books.
 */
export async function archiveOldRequests(db: Db, before: Date): Promise<void> {
  while ((await db.transaction((tx) => archiveBatch(tx, before))) === BATCH);
}

async function archiveBatch(tx: Db, before: Date): Promise<number> {
  const isPending = and(
    eq(payments.deliveryRequestId, deliveryRequests.id),
    not(isFinal ?? eq(payments.id, 0)),
  );
  const isOld = and(
    lt(deliveryRequests.lastModified, before),
    inArray(deliveryRequests.status, [REQUEST_STATUS.waitingPayment, REQUEST_STATUS.closed]),
    not(exists(tx.select({ id: payments.id }).from(payments).where(isPending))),
  );
  const find = (condition: SQL | undefined) =>
    tx.select({ id: deliveryRequests.id }).from(deliveryRequests).where(condition);
  const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);
  const locked = idsOf(await find(isOld).limit(BATCH).for('update', { skipLocked: true }));
  // Only a new statement sees a checkout that was opened before the first one had locked its request.
  const ids = idsOf(await find(and(isOld, inArray(deliveryRequests.id, locked))));
  await tx
    .update(orders)
    .set({ userId: null, deliveryRequestId: null })
    .where(inArray(orders.deliveryRequestId, ids));
  await tx.delete(deliveryRequests).where(inArray(deliveryRequests.id, ids));
  return locked.length;
}
