import { and, eq, isNull, lt, or } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { toUnixSeconds } from '../context.ts';
import { sandboxIdempotency, sandboxObjects } from './tables.ts';

const DAY_MS = 24 * 3600_000;

/**
 * Deletes what no one requests any more, so that the sandbox does not grow forever: keys and cards that were never saved
 * after a day, and events after thirty, as Stripe does. An undelivered webhook goes with its event.
 */
export async function deleteExpiredObjects(db: Db, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await db.delete(sandboxIdempotency).where(lt(sandboxIdempotency.createdAt, daysAgo(1)));
  const { object, customer, created } = sandboxObjects;
  const isOldEvent = and(eq(object, 'event'), lt(created, toUnixSeconds(daysAgo(30))));
  const isOldCard = and(
    eq(object, 'payment_method'),
    isNull(customer),
    lt(created, toUnixSeconds(daysAgo(1))),
  );
  await db.delete(sandboxObjects).where(or(isOldEvent, isOldCard));
}
