import { and, eq, exists, inArray, lt, ne, not, notInArray } from 'drizzle-orm';
import { PAYMENT_STATUS, REQUEST_STATUS } from '../../src/contract/status.ts';
import type { Db } from '../db/database.ts';
import { payments } from '../db/payment-schema.ts';
import { deliveryRequests, orders } from '../db/schema.ts';

/** Requests that one transaction deletes. */
const BATCH = 500;

/** The provider may no longer change such a payment. */
const isFinal = and(
  ne(payments.status, PAYMENT_STATUS.processing),
  notInArray(payments.refund, ['due', 'pending']),
  notInArray(payments.sessionState, ['open', 'dead']),
);

/** Deletes the payments that may leave the operator's books. */
export async function deleteOldPayments(db: Db, before: Date): Promise<void> {
  await db.delete(payments).where(and(isFinal, lt(payments.created, before)));
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
  const old = await tx
    .select({ id: deliveryRequests.id })
    .from(deliveryRequests)
    .where(
      and(
        lt(deliveryRequests.lastModified, before),
        inArray(deliveryRequests.status, [REQUEST_STATUS.waitingPayment, REQUEST_STATUS.closed]),
        not(exists(tx.select({ id: payments.id }).from(payments).where(isPending))),
      ),
    )
    .limit(BATCH)
    .for('update', { skipLocked: true });
  const ids = old.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await tx
    .update(orders)
    .set({ userId: null, deliveryRequestId: null })
    .where(inArray(orders.deliveryRequestId, ids));
  await tx.delete(deliveryRequests).where(inArray(deliveryRequests.id, ids));
  return ids.length;
}
