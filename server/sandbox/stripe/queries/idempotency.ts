import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { sandboxIdempotency } from './tables.ts';

/** Returns undefined if the key was new, else the request that has it. Its body is null while it is still running. */
export async function claimKey(
  db: Db,
  key: string,
  fingerprint: string,
  now: Date,
): Promise<{ fingerprint: string; body: unknown } | undefined> {
  const claimed = await db
    .insert(sandboxIdempotency)
    .values({ key, fingerprint, createdAt: now })
    .onConflictDoNothing()
    .returning({ key: sandboxIdempotency.key });
  if (claimed.length > 0) return undefined;
  const [first] = await db.select().from(sandboxIdempotency).where(eq(sandboxIdempotency.key, key));
  return first ?? { fingerprint, body: null };
}

export async function storeResponse(db: Db, key: string, body: unknown): Promise<void> {
  await db.update(sandboxIdempotency).set({ body }).where(eq(sandboxIdempotency.key, key));
}

export async function releaseKey(db: Db, key: string): Promise<void> {
  await db.delete(sandboxIdempotency).where(eq(sandboxIdempotency.key, key));
}
