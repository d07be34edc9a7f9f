import { and, desc, eq, inArray, ne } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { devices, sessions, users } from '../db/schema.ts';
import { lockQuota } from './locks.ts';

export type SessionRow = typeof sessions.$inferSelect;

/** Begins a session. Of the others, the account retains those that were used last, so that it has at most `max`. */
export async function insertSession(tx: Db, session: SessionRow, max: number): Promise<void> {
  const { id, userId, lastUsed } = sessions;
  await lockQuota(tx, 'sessions', session.userId);
  const surplus = tx
    .select({ id })
    .from(sessions)
    .where(eq(userId, session.userId))
    .orderBy(desc(lastUsed))
    .offset(max - 1);
  await tx.delete(sessions).where(inArray(id, surplus));
  await tx.insert(sessions).values(session);
}

export async function findSession(db: Db, id: string) {
  const [row] = await db
    .select({ session: sessions, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, id));
  return row;
}

export async function updateSession(
  db: Db,
  id: string,
  change: Partial<Pick<SessionRow, 'lastUsed' | 'generation' | 'confirmed' | 'confirmedAt'>>,
): Promise<void> {
  await db.update(sessions).set(change).where(eq(sessions.id, id));
}

/** Most recently used first. */
export async function listSessions(db: Db, userId: number): Promise<SessionRow[]> {
  return db.select().from(sessions).where(eq(sessions.userId, userId)).orderBy(desc(sessions.lastUsed));
}

/** Ends a session by its id alone, which 128 random bits protect. Returns whose it was. */
export async function deleteSession(db: Db, id: string): Promise<number | undefined> {
  const [deleted] = await db
    .delete(sessions)
    .where(eq(sessions.id, id))
    .returning({ userId: sessions.userId });
  return deleted?.userId;
}

export async function deleteSessions(db: Db, userId: number, exceptId = ''): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, exceptId)));
}

/** Whether this device has logged in to the account before. */
export async function isKnownDevice(db: Db, userId: number, deviceHash: string | undefined) {
  if (deviceHash === undefined) return false;
  const isDevice = and(eq(devices.userId, userId), eq(devices.deviceHash, deviceHash));
  return (await db.$count(devices, isDevice)) > 0;
}

export async function saveDevice(db: Db, userId: number, deviceHash: string, now: Date): Promise<void> {
  await db
    .insert(devices)
    .values({ userId, deviceHash, lastUsed: now })
    .onConflictDoUpdate({ target: [devices.userId, devices.deviceHash], set: { lastUsed: now } });
}

export async function deleteDevices(db: Db, userId: number): Promise<void> {
  await db.delete(devices).where(eq(devices.userId, userId));
}

/** When each device of an account was used last, newest first. */
export async function listDeviceUses(db: Db, userId: number): Promise<{ lastUsed: Date }[]> {
  return db
    .select({ lastUsed: devices.lastUsed })
    .from(devices)
    .where(eq(devices.userId, userId))
    .orderBy(desc(devices.lastUsed));
}
