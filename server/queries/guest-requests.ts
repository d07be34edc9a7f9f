import { and, eq, lt, ne } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { guestRequests } from '../db/schema.ts';

export type GuestRequestRow = typeof guestRequests.$inferSelect;
export type NewGuestRequest = Omit<typeof guestRequests.$inferInsert, 'id'>;

/** Returns the new row, or undefined if a guest's request with this idempotency key exists. */
export async function insertGuestRequest(db: Db, row: NewGuestRequest): Promise<GuestRequestRow | undefined> {
  const [inserted] = await db
    .insert(guestRequests)
    .values(row)
    .onConflictDoNothing({ target: guestRequests.idempotencyKey })
    .returning();
  return inserted;
}

export async function findGuestRequestByKey(db: Db, key: string): Promise<GuestRequestRow | undefined> {
  return (await db.select().from(guestRequests).where(eq(guestRequests.idempotencyKey, key)))[0];
}

export async function findGuestRequest(db: Db, id: number): Promise<GuestRequestRow | undefined> {
  return (await db.select().from(guestRequests).where(eq(guestRequests.id, id)))[0];
}

export async function lockGuestRequest(db: Db, id: number): Promise<GuestRequestRow | undefined> {
  return (await db.select().from(guestRequests).where(eq(guestRequests.id, id)).for('update'))[0];
}

export async function setGuestRequestStatus(db: Db, id: number, status: number): Promise<void> {
  await db.update(guestRequests).set({ status }).where(eq(guestRequests.id, id));
}

/** Whether the personal data of a request has been deleted. Nobody can submit a request without a first name. */
export function isErased(request: GuestRequestRow): boolean {
  return request.firstName === '';
}

/** Deletes the personal data of a request, and keeps the row that an order and its tracking number refer to. */
export async function eraseOldGuests(db: Db, before: Date): Promise<void> {
  await db
    .update(guestRequests)
    .set({
      firstName: '',
      lastName: '',
      phone: '',
      email: '',
      pickup: '',
      dropoff: '',
      note: '',
      idempotencyKey: null,
      idempotencyHash: null,
    })
    .where(and(lt(guestRequests.created, before), ne(guestRequests.firstName, '')));
}
