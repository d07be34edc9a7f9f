import { and, eq, inArray, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { REQUEST_STATUS } from '../../src/contract/status.ts';
import { type Db, parseRows, preparedStatement, Timestamp } from '../db/database.ts';
import { deliveryRequests, orderEvents, orders } from '../db/schema.ts';

type RequestColumn = 'deliveryRequestId' | 'guestRequestId';
export type OrderRow = typeof orders.$inferSelect;
export type OrderEventRow = Pick<typeof orderEvents.$inferSelect, 'type' | 'time'>;
export type OrderWithHistory = OrderRow & { history: OrderEventRow[] };

export async function insertOrder(db: Db, order: typeof orders.$inferInsert): Promise<OrderRow> {
  const [row] = await db.insert(orders).values(order).returning();
  if (row === undefined) throw new Error('an insert returned no row');
  return row;
}

export async function insertOrderEvents(db: Db, orderId: number, events: OrderEventRow[]): Promise<void> {
  await db.insert(orderEvents).values(events.map((event) => ({ ...event, orderId })));
}

export async function hasOrderEvent(db: Db, orderId: number, { type, time }: OrderEventRow) {
  const isSame = and(
    eq(orderEvents.orderId, orderId),
    eq(orderEvents.type, type),
    eq(orderEvents.time, time),
  );
  return (await db.$count(orderEvents, isSame)) > 0;
}

const History = v.array(v.object({ type: v.number(), time: Timestamp }));

/**
 * The events of an order, oldest first. In a select from one table drizzle writes columns without their table, and the
 * subquery has an id as well.
 */
export const history = sql`(
  select coalesce(
    json_agg(json_build_object('type', ${orderEvents.type}, 'time', ${orderEvents.time})
      order by ${orderEvents.time}, ${orderEvents.id}), '[]')
  from ${orderEvents} where ${orderEvents.orderId} = ${orders}.id)`.mapWith((events) =>
  v.parse(History, events),
);

type OrderColumns = { order: OrderRow | null; history: OrderEventRow[] };

/** The order of a row that was selected with these columns. */
export function orderIn(row: OrderColumns | undefined): OrderWithHistory | undefined {
  return row?.order ? { ...row.order, history: row.history } : undefined;
}

/** One prepared statement, because this is the most frequent query of all. */
export async function findOrderByGuid(db: Db, guid: string): Promise<OrderWithHistory | undefined> {
  return orderIn((await orderByGuid(db).execute({ guid }))[0]);
}

const orderByGuid = preparedStatement((db) =>
  db
    .select({ order: orders, history })
    .from(orders)
    .where(eq(orders.guid, sql.placeholder('guid')))
    .prepare('order_by_guid'),
);

/**
 * The same row, locked until the transaction ends. All transactions lock a request before its order and its payments, so
 * that no two of them wait for each other.
 */
export async function lockOrder(db: Db, guid: string): Promise<OrderRow | undefined> {
  const { id } = deliveryRequests;
  const requestIds = db.select({ id: orders.deliveryRequestId }).from(orders).where(eq(orders.guid, guid));
  await db.select({ id }).from(deliveryRequests).where(inArray(id, requestIds)).for('update');
  return (await db.select().from(orders).where(eq(orders.guid, guid)).for('update'))[0];
}

/** The order of the request of a customer or a guest. */
export async function findOrderOf(db: Db, column: RequestColumn, requestId: number) {
  const [row] = await db.select({ order: orders, history }).from(orders).where(eq(orders[column], requestId));
  return orderIn(row);
}

export async function updateOrder(db: Db, id: number, change: Partial<OrderRow>): Promise<void> {
  await db.update(orders).set(change).where(eq(orders.id, id));
}

const ReferenceRow = v.object({ status: v.number(), orderStatus: v.nullable(v.number()) });

/** The status of the request of a customer or a guest with this reference, and of its order. */
export async function findStatusByReference(db: Db, referenceNumber: string) {
  const result = await db.execute(sql`
    select request.status, "order".status as "orderStatus"
    from delivery_requests request left join orders "order" on "order".delivery_request_id = request.id
    where request.reference_number = ${referenceNumber}
    union all
    select request.status, "order".status
    from guest_requests request left join orders "order" on "order".guest_request_id = request.id
    where request.reference_number = ${referenceNumber}
    union all
    select ${REQUEST_STATUS.closed}::int, status from orders
    where reference_number = ${referenceNumber} and delivery_request_id is null and guest_request_id is null`);
  const [row] = parseRows(result, ReferenceRow);
  if (row === undefined) return undefined;
  const { status, orderStatus } = row;
  return { referenceNumber, status, order: orderStatus === null ? null : { status: orderStatus } };
}
