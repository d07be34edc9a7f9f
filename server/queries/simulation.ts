import { and, eq, exists, inArray, isNull, lte, max, or, type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { ORDER_STATUS, REQUEST_STATUS } from '../../src/contract/status.ts';
import { type Db, parseRows } from '../db/database.ts';
import { deliveryRequests, guestRequests, orderEvents, orders } from '../db/schema.ts';

const ACTIVE_STATUSES = [ORDER_STATUS.accepted, ORDER_STATUS.scheduled, ORDER_STATUS.inTransit];

/** Whether a request or an order will move, now or in some seconds. */
export async function hasAnythingToSimulate(db: Db, today: string): Promise<boolean> {
  const isSubmitted = (table: typeof deliveryRequests | typeof guestRequests) =>
    exists(db.select({ id: table.id }).from(table).where(eq(table.status, REQUEST_STATUS.submitted)));
  const active = db.select({ id: orders.id }).from(orders).where(isActive(today));
  const found = or(isSubmitted(deliveryRequests), isSubmitted(guestRequests), exists(active));
  return parseRows(await db.execute(sql`select 1 as found where ${found}`), v.object({})).length > 0;
}

/** An order that is not planned for a later day. */
function isActive(today: string): SQL | undefined {
  return and(
    inArray(orders.status, ACTIVE_STATUSES),
    or(isNull(orders.deliveryDate), lte(orders.deliveryDate, today)),
  );
}

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
    .where(and(isActive(today), lte(orderEvents.time, before)));
}
