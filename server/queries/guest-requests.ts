import { randomUUID } from 'node:crypto';
import { and, eq, gte, lt, ne, not, notExists, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { EVENT_TYPE, ORDER_STATUS, REQUEST_STATUS } from '../../src/contract/status.ts';
import { type Db, preparedStatement } from '../db/database.ts';
import { payments } from '../db/payment-schema.ts';
import { guestRequests, orders } from '../db/schema.ts';
import { guestEmailJob } from './emails.ts';
import { findOrderOf, insertOrder, insertOrderEvents, type OrderRow } from './orders.ts';
import { isFinalPayment } from './payments.ts';

export type GuestRequestRow = typeof guestRequests.$inferSelect;
/** Returns the id and the reference of the new row, or undefined if a guest's request with this idempotency key exists. */
export async function insertGuestRequest(db: Db, row: typeof guestRequests.$inferInsert) {
  const [inserted] = await insertStatement(db).execute(row);
  return inserted;
}

const insertStatement = preparedStatement((db) =>
  db
    .insert(guestRequests)
    .values({
      created: sql.placeholder('created'),
      firstName: sql.placeholder('firstName'),
      lastName: sql.placeholder('lastName'),
      phone: sql.placeholder('phone'),
      email: sql.placeholder('email'),
      pickup: sql.placeholder('pickup'),
      dropoff: sql.placeholder('dropoff'),
      note: sql.placeholder('note'),
      status: sql.placeholder('status'),
      idempotencyKey: sql.placeholder('idempotencyKey'),
      idempotencyHash: sql.placeholder('idempotencyHash'),
    })
    .onConflictDoNothing({ target: guestRequests.idempotencyKey })
    .returning({ id: guestRequests.id, referenceNumber: guestRequests.referenceNumber })
    .prepare('insert_guest_request'),
);

export async function findGuestRequestByKey(db: Db, key: string): Promise<GuestRequestRow | undefined> {
  return (await db.select().from(guestRequests).where(eq(guestRequests.idempotencyKey, key)))[0];
}

export async function findGuestRequest(db: Db, id: number): Promise<GuestRequestRow | undefined> {
  return (await db.select().from(guestRequests).where(eq(guestRequests.id, id)))[0];
}

export async function lockGuestRequest(db: Db, id: number): Promise<GuestRequestRow | undefined> {
  return (await db.select().from(guestRequests).where(eq(guestRequests.id, id)).for('update'))[0];
}

export async function findGuestRequestByPaymentKey(db: Db, paymentKey: string) {
  return (await db.select().from(guestRequests).where(eq(guestRequests.paymentKey, paymentKey)))[0];
}

export async function updateGuestRequest(db: Db, id: number, change: Partial<GuestRequestRow>) {
  await db.update(guestRequests).set(change).where(eq(guestRequests.id, id));
}

/** Whether the personal data of a request has been deleted. No one can submit a request without a first name. */
export function isErased(request: GuestRequestRow): boolean {
  return request.firstName === '';
}

/**
 * Deletes the personal data of a request, and keeps the row that an order and its tracking number refer to. The driver
 * needs the places of an order that began late, because its payment took long.
 */
export async function eraseOldGuests(db: Db, before: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const pendingPayments = tx
      .select({ id: payments.id })
      .from(payments)
      .where(and(eq(payments.guestRequestId, guestRequests.id), not(isFinalPayment)));
    const recentOrders = tx
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.guestRequestId, guestRequests.id), gte(orders.created, before)));
    const isOld = and(
      lt(guestRequests.created, before),
      ne(guestRequests.firstName, ''),
      notExists(pendingPayments),
      notExists(recentOrders),
    );
    const { id, status } = guestRequests;
    const locked = idsOf(await tx.select({ id }).from(guestRequests).where(isOld).for('update'));
    // Only a new statement sees a checkout that was opened before the first one had locked its request.
    const erased = await tx
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
        paymentKey: null,
        // What no one can carry out any more must not be paid either, on a page that is being opened.
        status: sql`case when ${status} = ${REQUEST_STATUS.accepted} then ${status} else ${REQUEST_STATUS.closed} end`,
      })
      .where(and(isOld, isAmong(id, locked)))
      .returning({ id });
    if (erased.length === 0) return;
    await tx
      .update(payments)
      .set(ANONYMOUS_PAYMENT)
      .where(isAmong(payments.guestRequestId, idsOf(erased)));
  });
}

function idsOf(rows: { id: number }[]): number[] {
  return rows.map(({ id }) => id);
}

/** One array parameter, because PostgreSQL allows 65,535 parameters. */
function isAmong(column: AnyPgColumn, ids: number[]): SQL {
  return sql`${column} = any(${sql.param(ids)}::int[])`;
}

/** What remains of a payment whose customer has been erased. */
export const ANONYMOUS_PAYMENT = {
  description: 'Delivery',
  cardBrand: null,
  cardLast4: null,
  cardExpMonth: null,
  cardExpYear: null,
  cardholderName: null,
};

type OrderTowns = { fromTown: string | null; toTown: string | null };

/** Creates the order of a request that was accepted. It has the reference of the request. */
export async function startOrder(
  tx: Db,
  { fromTown, toTown }: OrderTowns,
  request: Partial<Pick<OrderRow, 'userId' | 'deliveryRequestId' | 'guestRequestId'>> &
    Pick<OrderRow, 'referenceNumber' | 'created'>,
  now: Date,
): Promise<OrderRow> {
  const { created, ...columns } = request;
  const order = await insertOrder(tx, {
    ...columns,
    guid: randomUUID(),
    status: ORDER_STATUS.accepted,
    fromTown,
    toTown,
    created: now,
  });
  await insertOrderEvents(tx, order.id, [
    { type: EVENT_TYPE.requestCreated, time: created },
    { type: EVENT_TYPE.requestAccepted, time: now },
    { type: EVENT_TYPE.orderCreated, time: now },
  ]);
  return order;
}

/**
 * Creates the order of a guest's request that was accepted and is paid now, and queues an email with its tracking number.
 * Returns whether this call created it.
 */
export async function startGuestOrder(tx: Db, id: number, now: Date): Promise<boolean> {
  const request = await lockGuestRequest(tx, id);
  if (request?.status !== REQUEST_STATUS.waitingPayment) return false;
  if ((await findOrderOf(tx, 'guestRequestId', id)) !== undefined) return false;
  const { referenceNumber, created } = request;
  await startOrder(tx, request, { guestRequestId: id, referenceNumber, created }, now);
  await updateGuestRequest(tx, id, { status: REQUEST_STATUS.accepted });
  await guestEmailJob.enqueue(tx, { requestId: id, event: 'accepted' });
  return true;
}
