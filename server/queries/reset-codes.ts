import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { resetCodes } from '../db/schema.ts';

export type CodeRow = typeof resetCodes.$inferSelect;
/** An account has one code for the devices that have logged in before, and one for all others. */
export type CodeKey = Pick<CodeRow, 'userId' | 'isKnownDevice'>;

/** Stores a new code, which replaces the previous one. */
export async function upsertCode(db: Db, code: CodeRow): Promise<void> {
  const { userId: _user, isKnownDevice: _device, ...rest } = code;
  await db
    .insert(resetCodes)
    .values(code)
    .onConflictDoUpdate({ target: [resetCodes.userId, resetCodes.isKnownDevice], set: rest });
}

/** The code, locked until the transaction ends, so that only one of two concurrent requests can use it. */
export async function lockCode(tx: Db, key: CodeKey): Promise<CodeRow | undefined> {
  return (await tx.select().from(resetCodes).where(hasKey(key)).for('update'))[0];
}

export async function countFailedAttempt(db: Db, key: CodeKey): Promise<void> {
  await db
    .update(resetCodes)
    .set({ guessesLeft: sql`${resetCodes.guessesLeft} - 1` })
    .where(hasKey(key));
}

export async function deleteCodes(db: Db, userId: number): Promise<void> {
  await db.delete(resetCodes).where(eq(resetCodes.userId, userId));
}

function hasKey({ userId, isKnownDevice }: CodeKey) {
  return and(eq(resetCodes.userId, userId), eq(resetCodes.isKnownDevice, isKnownDevice));
}
