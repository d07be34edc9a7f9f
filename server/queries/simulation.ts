import { and, eq, inArray, isNull, lte, max, or } from 'drizzle-orm';
import { ORDER_STATUS, REQUEST_STATUS } from '../../src/contract/status.ts';
import type { Db } from '../db/database.ts';
import { deliveryRequests, guestRequests, orderEvents, orders } from '../db/schema.ts';

const ACTIVE_STATUSES = [ORDER_STATUS.accepted, ORDER_STATUS.scheduled, ORDER_STATUS.inTransit];

/** Paid requests that have waited for acceptance since `before`. */
export async function listRequestsToAccept(db: Db, before: Date): Promise<number[]> {
  const rows = await db
    .select({ id: deliveryRequests.id })
    .from(deliveryRequests)
    .where(
      and(eq(deliveryRequests.status, REQUEST_STATUS.submitted), lte(deliveryRequests.lastModified, before)),
    );
  return rows.map((row) => row.id);
}

export async function listGuestRequestsToAccept(db: Db, before: Date): Promise<number[]> {
  const rows = await db
    .select({ id: guestRequests.id })
    .from(guestRequests)
    .where(and(eq(guestRequests.status, REQUEST_STATUS.submitted), lte(guestRequests.created, before)));
  return rows.map((row) => row.id);
}

export type ActiveOrder = { guid: string; status: number; lastType: number };

/** Open orders whose last event is older than `before` and whose delivery date is not in the future. */
export async function listOrdersToAdvance(db: Db, before: Date, today: string): Promise<ActiveOrder[]> {
  const last = db
    .select({ orderId: orderEvents.orderId, id: max(orderEvents.id).as('last_id') })
    .from(orderEvents)
    .groupBy(orderEvents.orderId)
    .as('last');
  return db
    .select({ guid: orders.guid, status: orders.status, lastType: orderEvents.type })
    .from(orders)
    .innerJoin(last, eq(last.orderId, orders.id))
    .innerJoin(orderEvents, eq(orderEvents.id, last.id))
    .where(
      and(
        inArray(orders.status, ACTIVE_STATUSES),
        lte(orderEvents.time, before),
        or(isNull(orders.deliveryDate), lte(orders.deliveryDate, today)),
      ),
    );
}
