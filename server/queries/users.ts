import { and, eq, isNull, sql } from 'drizzle-orm';
import type { UserEdit } from '../../src/contract/user.ts';
import type { Db } from '../db/database.ts';
import { resetCodes, users } from '../db/schema.ts';

export type UserRow = typeof users.$inferSelect;
type NewUser = Pick<UserRow, 'name' | 'email' | 'phoneNumber' | 'passwordHash' | 'created'> &
  Partial<Pick<UserRow, 'emailConfirmed'>>;

/** Email addresses are compared in lower case, so that a mailbox has at most one account. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}

/** Returns the new account, or undefined if the email address already has one. */
export async function insertUser(db: Db, user: NewUser): Promise<UserRow | undefined> {
  const [row] = await db
    .insert(users)
    .values({ ...user, emailKey: emailKey(user.email) })
    .onConflictDoNothing({ target: users.emailKey })
    .returning();
  return row;
}

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(eq(users.emailKey, emailKey(email)));
  return row;
}

export async function findEmailOf(db: Db, id: number): Promise<string | undefined> {
  return (await db.select({ email: users.email }).from(users).where(eq(users.id, id)))[0]?.email;
}

type UserChange = Partial<Pick<UserRow, 'hasMailUpdates' | 'passwordHash'> & UserEdit>;

/** Changes what is given and leaves the rest. Returns undefined if the account has been deleted. */
export async function updateUser(db: Db, id: number, change: UserChange): Promise<UserRow | undefined> {
  const [row] = await db
    .update(users)
    .set(change)
    .where(and(eq(users.id, id), isNull(users.deleted)))
    .returning();
  return row;
}

/** Notes that the customer has proved that the address is theirs. */
export async function confirmEmail(db: Db, id: number, now: Date): Promise<void> {
  await db
    .update(users)
    .set({ emailConfirmed: now })
    .where(and(eq(users.id, id), isNull(users.emailConfirmed), isNull(users.deleted)));
}

/** Replaces the password and ends every session. Undefined if it was changed since version `ifVersion`. */
export async function updatePassword(db: Db, id: number, passwordHash: string, ifVersion?: number) {
  const [row] = await db
    .update(users)
    .set({ passwordHash, tokenVersion: sql`${users.tokenVersion} + 1` })
    .where(and(eq(users.id, id), ifVersion === undefined ? undefined : eq(users.tokenVersion, ifVersion)))
    .returning();
  return row;
}

export type CodeRow = typeof resetCodes.$inferSelect;
/** An account has one code for the devices that have logged in before, and one for all others. */
export type CodeKey = Pick<CodeRow, 'userId' | 'isKnownDevice'>;

export async function upsertCode(db: Db, code: CodeRow): Promise<void> {
  await db
    .insert(resetCodes)
    .values(code)
    .onConflictDoUpdate({ target: [resetCodes.userId, resetCodes.isKnownDevice], set: code });
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
