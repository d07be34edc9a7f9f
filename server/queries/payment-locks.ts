import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { paymentLocks } from '../db/payment-schema.ts';

const until = (seconds: number) => sql`clock_timestamp() + make_interval(secs => ${seconds})`;

/** Takes a lock that is free or whose holder has died; answers whether this holder has it now. */
export async function takeLock(db: Db, name: string, holder: string, seconds: number): Promise<boolean> {
  const taken = await db
    .insert(paymentLocks)
    .values({ name, holder, expires: until(seconds) })
    .onConflictDoUpdate({
      target: paymentLocks.name,
      set: { holder, expires: until(seconds) },
      setWhere: sql`${paymentLocks.expires} < clock_timestamp()`,
    })
    .returning({ name: paymentLocks.name });
  return taken.length > 0;
}

export async function renewLock(db: Db, name: string, holder: string, seconds: number): Promise<void> {
  await db
    .update(paymentLocks)
    .set({ expires: until(seconds) })
    .where(held(name, holder));
}

export async function freeLock(db: Db, name: string, holder: string): Promise<void> {
  await db.delete(paymentLocks).where(held(name, holder));
}

function held(name: string, holder: string) {
  return and(eq(paymentLocks.name, name), eq(paymentLocks.holder, holder));
}
