import { eq, lt, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { verificationCodes } from '../db/schema.ts';

export type CodeRow = typeof verificationCodes.$inferSelect;

/** Stores a new code, which replaces the previous one. */
export async function upsertCode(db: Db, code: CodeRow): Promise<void> {
  const { userId: _key, ...rest } = code;
  await db.insert(verificationCodes).values(code).onConflictDoUpdate({
    target: verificationCodes.userId,
    set: rest,
  });
}

/** The account's code, locked until the transaction ends, so that only one of two concurrent requests can use it. */
export async function lockCode(db: Db, userId: number): Promise<CodeRow | undefined> {
  return (
    await db.select().from(verificationCodes).where(eq(verificationCodes.userId, userId)).for('update')
  )[0];
}

export async function countFailedAttempt(db: Db, userId: number, isStranger: boolean): Promise<void> {
  await db
    .update(verificationCodes)
    .set(
      isStranger
        ? { strangerGuessesLeft: sql`${verificationCodes.strangerGuessesLeft} - 1` }
        : { guessesLeft: sql`${verificationCodes.guessesLeft} - 1` },
    )
    .where(eq(verificationCodes.userId, userId));
}

export async function deleteCode(db: Db, userId: number): Promise<void> {
  await db.delete(verificationCodes).where(eq(verificationCodes.userId, userId));
}

export async function deleteExpiredCodes(db: Db, before: Date): Promise<void> {
  await db.delete(verificationCodes).where(lt(verificationCodes.expires, before));
}
