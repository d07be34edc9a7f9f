import { and, eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { type Db, parseRows } from '../db/database.ts';
import { paymentLocks } from '../db/payment-schema.ts';

/**
 * Until the transaction ends, it is the only one that may add to this quota of `owner`. It counts after taking the lock,
 * so that concurrent calls never exceed the quota together.
 */
export async function lockQuota(tx: Db, quota: string, owner: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${quota} ${owner}`}, 0))`);
}

/** Locks (owner, key) until the transaction ends. Returns false immediately if another transaction holds the lock. */
export async function tryIdempotencyLock(tx: Db, owner: string, key: string): Promise<boolean> {
  const result = await tx.execute(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`${owner} ${key}`}, 0)) as taken`,
  );
  return parseRows(result, v.object({ taken: v.boolean() })).some((row) => row.taken);
}

const leaseEnd = (seconds: number) => sql`clock_timestamp() + make_interval(secs => ${seconds})`;

/**
 * Acquires a lock that is free or whose holder has died. Returns whether it was acquired. A lease that would last for
 * twice as long was written while the clock of the database was wrong.
 */
export async function tryAcquireLock(db: Db, name: string, holder: string, seconds: number) {
  const taken = await db
    .insert(paymentLocks)
    .values({ name, holder, expires: leaseEnd(seconds) })
    .onConflictDoUpdate({
      target: paymentLocks.name,
      set: { holder, expires: leaseEnd(seconds) },
      setWhere: sql`${paymentLocks.expires} not between clock_timestamp() and ${leaseEnd(2 * seconds)}`,
    })
    .returning({ name: paymentLocks.name });
  return taken.length > 0;
}

export async function renewLock(db: Db, name: string, holder: string, seconds: number): Promise<void> {
  const expires = leaseEnd(seconds);
  await db.update(paymentLocks).set({ expires }).where(isHeldBy(name, holder));
}

export async function releaseLock(db: Db, name: string, holder: string): Promise<void> {
  await db.delete(paymentLocks).where(isHeldBy(name, holder));
}

function isHeldBy(name: string, holder: string) {
  return and(eq(paymentLocks.name, name), eq(paymentLocks.holder, holder));
}
