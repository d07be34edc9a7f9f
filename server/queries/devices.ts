import { and, desc, eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { devices } from '../db/security-schema.ts';

/** Whether this device has logged in to the account before. */
export async function isKnownDevice(db: Db, userId: number, deviceHash: string | undefined) {
  if (deviceHash === undefined) return false;
  const rows = await db
    .select({ userId: devices.userId })
    .from(devices)
    .where(and(eq(devices.userId, userId), eq(devices.deviceHash, deviceHash)));
  return rows.length > 0;
}

export async function saveDevice(db: Db, userId: number, deviceHash: string, now: Date): Promise<void> {
  await db
    .insert(devices)
    .values({ userId, deviceHash, lastUsed: now })
    .onConflictDoUpdate({ target: [devices.userId, devices.deviceHash], set: { lastUsed: now } });
}

/** Forgets every device of an account. */
export async function deleteDevices(db: Db, userId: number): Promise<void> {
  await db.delete(devices).where(eq(devices.userId, userId));
}

/** When each device of an account was used last, newest first. */
export async function listDeviceUses(db: Db, userId: number): Promise<Date[]> {
  const rows = await db
    .select({ lastUsed: devices.lastUsed })
    .from(devices)
    .where(eq(devices.userId, userId))
    .orderBy(desc(devices.lastUsed));
  return rows.map(({ lastUsed }) => lastUsed);
}
