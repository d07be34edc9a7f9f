import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { sandboxIdempotency } from './tables.ts';

/** Returns whether the key was new. */
export async function claimKey(db: Db, key: string, fingerprint: string, now: Date): Promise<boolean> {
  const claimed = await db
    .insert(sandboxIdempotency)
    .values({ key, fingerprint, createdAt: now })
    .onConflictDoNothing()
    .returning({ key: sandboxIdempotency.key });
  return claimed.length > 0;
}

export async function storeResponse(
  db: Db,
  key: string,
  response: { status: number; body: unknown },
): Promise<void> {
  await db.update(sandboxIdempotency).set(response).where(eq(sandboxIdempotency.key, key));
}

export async function releaseKey(db: Db, key: string): Promise<void> {
  await db.delete(sandboxIdempotency).where(eq(sandboxIdempotency.key, key));
}

export async function findKey(db: Db, key: string) {
  const [row] = await db.select().from(sandboxIdempotency).where(eq(sandboxIdempotency.key, key));
  return row;
}
