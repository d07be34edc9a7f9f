import { desc, eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { deliveryRequests, users } from '../db/schema.ts';
import type { DeliveryRequestRow } from './delivery-requests.ts';
import type { UserRow } from './users.ts';

export type RequestWithCustomer = {
  request: DeliveryRequestRow;
  customer: Pick<UserRow, 'name' | 'email' | 'phoneNumber'>;
};

/** The latest requests of all customers, for operators. */
export async function listAllRequests(
  db: Db,
  filter: { status: number | undefined; limit: number },
): Promise<RequestWithCustomer[]> {
  return db
    .select({
      request: deliveryRequests,
      customer: { name: users.name, email: users.email, phoneNumber: users.phoneNumber },
    })
    .from(deliveryRequests)
    .innerJoin(users, eq(users.id, deliveryRequests.userId))
    .where(filter.status === undefined ? undefined : eq(deliveryRequests.status, filter.status))
    .orderBy(desc(deliveryRequests.id))
    .limit(filter.limit);
}

/** Any customer's request, held until the transaction ends. */
export async function lockAnyRequest(db: Db, id: number): Promise<DeliveryRequestRow | undefined> {
  return (await db.select().from(deliveryRequests).where(eq(deliveryRequests.id, id)).for('update'))[0];
}

export async function setRequestStatus(db: Db, id: number, status: number, now: Date): Promise<void> {
  await db.update(deliveryRequests).set({ status, lastModified: now }).where(eq(deliveryRequests.id, id));
}
