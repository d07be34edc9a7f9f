import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { paymentLocks } from '../db/payment-schema.ts';

const leaseEnd = (seconds: number) => sql`clock_timestamp() + make_interval(secs => ${seconds})`;

/** Acquires a lock that is free or whose holder has died. Returns whether it was acquired. */
export async function tryAcquireLock(db: Db, name: string, holder: string, seconds: number) {
  const taken = await db
    .insert(paymentLocks)
    .values({ name, holder, expires: leaseEnd(seconds) })
    .onConflictDoUpdate({
      target: paymentLocks.name,
      set: { holder, expires: leaseEnd(seconds) },
      setWhere: sql`${paymentLocks.expires} < clock_timestamp()`,
    })
    .returning({ name: paymentLocks.name });
  return taken.length > 0;
}

export async function renewLock(db: Db, name: string, holder: string, seconds: number): Promise<void> {
  await db
    .update(paymentLocks)
    .set({ expires: leaseEnd(seconds) })
    .where(isHeldBy(name, holder));
}

export async function releaseLock(db: Db, name: string, holder: string): Promise<void> {
  await db.delete(paymentLocks).where(isHeldBy(name, holder));
}

function isHeldBy(name: string, holder: string) {
  return and(eq(paymentLocks.name, name), eq(paymentLocks.holder, holder));
}
