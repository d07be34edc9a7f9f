import { and, desc, eq, getTableColumns, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import * as v from 'valibot';
import type { ListFilter } from '../../src/contract/list-filter.ts';
import {
  DISPLAY_STATUS_LABELS,
  DISPLAY_STATUSES,
  type DisplayStatus,
  displayStatusOfOrder,
  displayStatusOfRequest,
  ORDER_STATUS,
  REQUEST_STATUS,
} from '../../src/contract/status.ts';
import type { Db } from '../db/database.ts';
import { deliveryRequests, orders } from '../db/schema.ts';
import { containsAny, ifGiven } from './contains-text.ts';
import { enqueueDeliveryEmail } from './emails.ts';
import { history, type OrderWithHistory, orderIn } from './orders.ts';
import type { DeliveryPageRequest } from './pagination.ts';
import { paymentFacts } from './payments.ts';

const Guid = v.pipe(v.string(), v.uuid());

export type DeliveryRequestRow = typeof deliveryRequests.$inferSelect;
export type DeliveryRequestWithPayment = DeliveryRequestRow & Record<keyof typeof paymentFacts, boolean>;
/** The user whose request it must be; operators may find the request of anyone. */
type Owner = number | 'anyone';

const columns = { ...getTableColumns(deliveryRequests), ...paymentFacts };
const isRequest = (id: number, owner: Owner) =>
  and(eq(deliveryRequests.id, id), owner === 'anyone' ? undefined : eq(deliveryRequests.userId, owner));

/** Returns the new row, or undefined if the user already has a row with this idempotency key. */
export async function insertDeliveryRequest(db: Db, row: typeof deliveryRequests.$inferInsert) {
  const [inserted] = await db
    .insert(deliveryRequests)
    .values(row)
    .onConflictDoNothing({ target: [deliveryRequests.userId, deliveryRequests.idempotencyKey] })
    .returning();
  return inserted;
}

export async function findDeliveryRequestByKey(db: Db, userId: number, key: string) {
  const isIt = and(eq(deliveryRequests.userId, userId), eq(deliveryRequests.idempotencyKey, key));
  return (await db.select().from(deliveryRequests).where(isIt))[0];
}

/**
 * One page of a customer's deliveries with their orders, newest first, starting after the row `after`; one extra row if
 * there are more.
 */
export async function listDeliveryRequestsPage(
  db: Db,
  userId: number,
  { limit, after, filter, number, search }: DeliveryPageRequest,
): Promise<(DeliveryRequestWithPayment & { order: OrderWithHistory | undefined })[]> {
  const { created, id } = deliveryRequests;
  const isAfter =
    after && sql`(${created}, ${id}) < (${after.created.toISOString()}::timestamptz, ${after.id}::int)`;
  const isFound = and(ifGiven(number, hasNumber), search === '' ? undefined : matchesSearch(search));
  const rows = await db
    .select({ request: columns, order: orders, history })
    .from(deliveryRequests)
    .leftJoin(orders, eq(orders.deliveryRequestId, id))
    .where(and(eq(deliveryRequests.userId, userId), isAfter, isInFilter(filter), isFound))
    .orderBy(desc(created), desc(id))
    .limit(limit + 1);
  return rows.map((row) => ({ ...row.request, order: orderIn(row) }));
}

/** Whether this is the tracking number or the reference. Both have a unique index. */
function hasNumber(number: string): SQL {
  const isGuid = v.safeParse(Guid, number).success;
  return isGuid ? eq(orders.guid, number) : eq(deliveryRequests.referenceNumber, number.toUpperCase());
}

function isInFilter(filter: ListFilter): SQL | undefined {
  const { status } = deliveryRequests;
  // The status is part of the statement, so that the partial indexes of both tabs apply.
  const closed = sql.raw(String(REQUEST_STATUS.closed));
  if (filter === 'all') return undefined;
  if (filter === 'active') return sql`${status} <> ${closed}`;
  if (filter === 'past') return sql`${status} = ${closed}`;
  return hasDisplayStatus([filter]);
}

/** The same texts as in the app: both places, tracking number, reference, status and note. */
function matchesSearch(search: string): SQL | undefined {
  const { pickUp, dropOff, referenceNumber, deliveryNote } = deliveryRequests;
  const ofPlace = (place: PgColumn) => ['name', 'city', 'postalCode'].map((key) => sql`${place}->>${key}`);
  const statuses = DISPLAY_STATUSES.filter((status) =>
    DISPLAY_STATUS_LABELS[status].toLowerCase().includes(search.toLowerCase()),
  );
  const texts = [
    ...ofPlace(pickUp),
    ...ofPlace(dropOff),
    sql`${orders.guid}::text`,
    referenceNumber,
    deliveryNote,
  ];
  return or(containsAny(texts, search), statuses.length === 0 ? undefined : hasDisplayStatus(statuses));
}

/** Whether the status that the customer sees is one of these. It depends on the order once there is one. */
function hasDisplayStatus(statuses: readonly DisplayStatus[]): SQL {
  const ofOrders = Object.values(ORDER_STATUS).filter((status) =>
    statuses.includes(displayStatusOfOrder({ status })),
  );
  const ofRequests = Object.values(REQUEST_STATUS).filter((status) =>
    statuses.includes(displayStatusOfRequest({ status })),
  );
  const isAnyOf = (column: PgColumn, values: number[]) => sql`${column} = any(${sql.param(values)}::int[])`;
  return sql`(${isAnyOf(orders.status, ofOrders)} or ${orders.id} is null and ${isAnyOf(deliveryRequests.status, ofRequests)})`;
}

/** Undefined for a request of another account than the given one. */
export async function findDeliveryRequest(db: Db, id: number, owner: Owner) {
  return (await db.select(columns).from(deliveryRequests).where(isRequest(id, owner)))[0];
}

/** The same, locked until the transaction ends, so that its status cannot change in the meantime. */
export async function lockDeliveryRequest(db: Db, id: number, owner: Owner) {
  return (await db.select().from(deliveryRequests).where(isRequest(id, owner)).for('update'))[0];
}

export async function updateDeliveryRequest(db: Db, id: number, change: Partial<DeliveryRequestRow>) {
  const [row] = await db.update(deliveryRequests).set(change).where(eq(deliveryRequests.id, id)).returning();
  return row;
}

export async function deleteDeliveryRequest(db: Db, id: number): Promise<void> {
  await db.delete(deliveryRequests).where(eq(deliveryRequests.id, id));
}

/**
 * Changes the status from waiting payment to submitted, and queues an email to the customer. Returns whether this call changed it: a repeated webhook
 * changes nothing, and a later status is never reset.
 */
export async function markPaid(db: Db, id: number, now: Date): Promise<boolean> {
  const moved = await db
    .update(deliveryRequests)
    .set({ status: REQUEST_STATUS.submitted, lastModified: now })
    .where(and(eq(deliveryRequests.id, id), eq(deliveryRequests.status, REQUEST_STATUS.waitingPayment)))
    .returning({ id: deliveryRequests.id });
  for (const request of moved) await enqueueDeliveryEmail(db, request.id, 'paid');
  return moved.length > 0;
}
