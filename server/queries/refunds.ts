import { and, asc, count, eq, inArray } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { paymentRefunds, payments, type RefundState, UNFINISHED_REFUNDS } from '../db/payment-schema.ts';

export type RefundRow = typeof paymentRefunds.$inferSelect;
export type NewRefund = typeof paymentRefunds.$inferInsert;
export type RefundChange = Partial<Omit<RefundRow, 'id' | 'paymentId'>>;

/** Returns the new row, or undefined if its request key already has one. */
export async function insertRefund(db: Db, row: NewRefund): Promise<RefundRow | undefined> {
  const [inserted] = await db.insert(paymentRefunds).values(row).onConflictDoNothing().returning();
  return inserted;
}

/** Whether nothing was left to refund, because it had been refunded in the provider's dashboard, and nothing was credited. */
export function isSuperfluous({ state, amountCents, providerRefundId, announced }: RefundRow): boolean {
  return !announced && (amountCents === 0 || (state === 'done' && providerRefundId === null));
}

/** Oldest first. */
export async function listRefunds(db: Db, paymentIds: readonly number[]): Promise<RefundRow[]> {
  return db
    .select()
    .from(paymentRefunds)
    .where(inArray(paymentRefunds.paymentId, [...paymentIds]))
    .orderBy(asc(paymentRefunds.id));
}

export async function updateRefund(db: Db, id: number, change: RefundChange): Promise<void> {
  await db.update(paymentRefunds).set(change).where(eq(paymentRefunds.id, id));
}

/** Stores the summary of a payment’s refunds: the status that needs most attention wins. */
export async function summarizeRefunds(db: Db, paymentId: number): Promise<void> {
  const rows = await listRefunds(db, [paymentId]);
  const states: RefundState[] = ['rejected', 'failed', 'due', 'pending', 'settled', 'done'];
  const refund = states.find((state) => rows.some((row) => row.state === state)) ?? 'none';
  await db.update(payments).set({ refund }).where(eq(payments.id, paymentId));
}

export async function findRefundByKey(db: Db, key: string): Promise<RefundRow | undefined> {
  return (await db.select().from(paymentRefunds).where(eq(paymentRefunds.requestKey, key)))[0];
}

export async function countUnfinishedRefunds(db: Db): Promise<{ state: RefundState; count: number }[]> {
  const { state } = paymentRefunds;
  return db
    .select({ state, count: count() })
    .from(paymentRefunds)
    .where(inArray(state, UNFINISHED_REFUNDS))
    .groupBy(state);
}

/** Changes the refunds of a payment that are in one of these states. Returns whether there were any. */
export async function changeRefunds(db: Db, paymentId: number, states: RefundState[], change: RefundChange) {
  const isOne = and(eq(paymentRefunds.paymentId, paymentId), inArray(paymentRefunds.state, states));
  const changed = await db
    .update(paymentRefunds)
    .set(change)
    .where(isOne)
    .returning({ id: paymentRefunds.id });
  await summarizeRefunds(db, paymentId);
  return changed.length > 0;
}
