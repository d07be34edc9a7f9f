import { and, count, eq, inArray, isNull, like, lt, ne, not, or, type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { FINAL_ORDER_STATUSES } from '../../src/contract/status.ts';
import type { Db } from '../db/database.ts';
import { orders, pushKeys, pushSubscriptions } from '../db/schema.ts';
import { sessions } from '../db/security-schema.ts';
import type { OrderRow } from './orders.ts';

export const PUSH_JOB = 'push';
/** A job contains ids only. What the message says is read when it is sent. */
export const PushPayload = v.object({ subscriptionId: v.number(), orderId: v.number(), queued: v.string() });

export type PushSubscriptionRow = typeof pushSubscriptions.$inferSelect;
export type NewPushSubscription = Pick<
  PushSubscriptionRow,
  'endpoint' | 'p256dh' | 'auth' | 'created' | 'confirmed'
> & { about: PushSubject };
/** What a device is notified about. */
export type PushSubject =
  | { kind: 'all'; userId: number; sessionId: string }
  | { kind: 'delivery'; deliveryRequestId: number; sessionId: string }
  | { kind: 'parcel'; orderId: number };

/** Stores the key unless there is one, and returns the stored one: the first process that starts decides for all. */
export async function readOrStorePushKey(db: Db, privateKey: string): Promise<string> {
  await db.insert(pushKeys).values({ id: 1, privateKey }).onConflictDoNothing();
  const [row] = await db.select().from(pushKeys);
  if (row === undefined) throw new Error('the push key was not stored');
  return row.privateKey;
}

/** A device that subscribes again gets the same row, with its new keys and its new session. */
export async function upsertPushSubscription(db: Db, { about, ...row }: NewPushSubscription): Promise<void> {
  const values = {
    ...row,
    subject: subjectText(about),
    sessionId: about.kind === 'parcel' ? null : about.sessionId,
    userId: about.kind === 'all' ? about.userId : null,
    deliveryRequestId: about.kind === 'delivery' ? about.deliveryRequestId : null,
    orderId: about.kind === 'parcel' ? about.orderId : null,
  };
  const { p256dh, auth, sessionId, created } = values;
  await db
    .insert(pushSubscriptions)
    .values(values)
    .onConflictDoUpdate({
      target: [pushSubscriptions.endpoint, pushSubscriptions.subject],
      set: { p256dh, auth, sessionId, created },
    });
}

function subjectText(about: PushSubject): string {
  switch (about.kind) {
    case 'all':
      return `user ${about.userId}`;
    case 'delivery':
      return `delivery ${about.deliveryRequestId}`;
    case 'parcel':
      return `order ${about.orderId}`;
  }
}

/** Counts the subscriptions of other devices for one order, without those of its customer. */
export async function countPushOfOrder(db: Db, orderId: number, endpoint: string): Promise<number> {
  return countWhere(
    db,
    and(eq(pushSubscriptions.orderId, orderId), ne(pushSubscriptions.endpoint, endpoint)),
  );
}

/** Counts the subscriptions of the customer, without the one that has this key. */
export async function countPushOfUser(db: Db, userId: number, key: PushSubscriptionKey): Promise<number> {
  return countWhere(db, and(ofUser(db, userId), not(hasKey(key))));
}

async function countWhere(db: Db, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ count: count() }).from(pushSubscriptions).where(where);
  return row?.count ?? 0;
}

/** A device has one row for each subject. */
type PushSubscriptionKey = { endpoint: string; about: PushSubject };

function hasKey({ endpoint, about }: PushSubscriptionKey): SQL {
  const { subject } = pushSubscriptions;
  return sql`(${pushSubscriptions.endpoint} = ${endpoint} and ${subject} = ${subjectText(about)})`;
}

/** Deletes the row of a device that is about to store its renewed subscription, and returns when it was confirmed. */
export async function deleteReplacedPush(tx: Db, replaced: PushSubscriptionKey): Promise<Date | null> {
  const { confirmed } = pushSubscriptions;
  const [row] = await tx.delete(pushSubscriptions).where(hasKey(replaced)).returning({ confirmed });
  return row?.confirmed ?? null;
}

/** Deletes the oldest subscription for the order whose device has never received a message. Returns whether there was one. */
export async function deleteUnconfirmedPush(tx: Db, orderId: number): Promise<boolean> {
  const { id, confirmed } = pushSubscriptions;
  const unconfirmed = and(eq(pushSubscriptions.orderId, orderId), isNull(confirmed));
  const oldest = tx.select({ id }).from(pushSubscriptions).where(unconfirmed).orderBy(id).limit(1);
  return (await tx.delete(pushSubscriptions).where(inArray(id, oldest)).returning({ id })).length > 0;
}

/** Notes that the push service has accepted a message for the device. */
export async function confirmPush(db: Db, endpoint: string, now: Date): Promise<void> {
  const unconfirmed = and(eq(pushSubscriptions.endpoint, endpoint), isNull(pushSubscriptions.confirmed));
  await db.update(pushSubscriptions).set({ confirmed: now }).where(unconfirmed);
}

export async function listPushOfUser(db: Db, userId: number): Promise<PushSubscriptionRow[]> {
  return db.select().from(pushSubscriptions).where(ofUser(db, userId)).orderBy(pushSubscriptions.id);
}

function ofUser(db: Db, userId: number): SQL {
  const ids = db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId));
  return inArray(pushSubscriptions.sessionId, ids);
}

/** Moves the subscriptions of a device to its new session, for example after a change of the password. */
export async function movePushSubscriptions(db: Db, fromSession: string, toSession: string): Promise<void> {
  await db
    .update(pushSubscriptions)
    .set({ sessionId: toSession })
    .where(eq(pushSubscriptions.sessionId, fromSession));
}

/** Ends everything that a device is notified about. */
export async function deletePushEndpoint(db: Db, endpoint: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint));
}

/** Ends what a device is notified about; without a subject of that kind nothing. */
export async function deletePushSubscription(
  db: Db,
  endpoint: string,
  about: { kind: 'all' } | { kind: 'delivery'; deliveryRequestId: number } | { kind: 'parcel'; guid: string },
): Promise<void> {
  const isSubject =
    about.kind === 'all'
      ? like(pushSubscriptions.subject, 'user %')
      : about.kind === 'delivery'
        ? eq(pushSubscriptions.deliveryRequestId, about.deliveryRequestId)
        : inArray(
            pushSubscriptions.orderId,
            db.select({ id: orders.id }).from(orders).where(eq(orders.guid, about.guid)),
          );
  await db.delete(pushSubscriptions).where(and(eq(pushSubscriptions.endpoint, endpoint), isSubject));
}

/** The subscription and the order of a job; undefined once either was deleted. */
export async function findPushSubject(db: Db, subscriptionId: number, orderId: number) {
  const [row] = await db
    .select({ subscription: pushSubscriptions, order: orders })
    .from(pushSubscriptions)
    .innerJoin(orders, eq(orders.id, orderId))
    .where(eq(pushSubscriptions.id, subscriptionId));
  return row;
}

/**
 * Queues a message for every device that wants to know about the order, once each, in the transaction that makes the
 * change which it reports.
 */
export async function enqueuePushes(tx: Db, order: Pick<OrderRow, 'id' | 'userId' | 'deliveryRequestId'>) {
  await tx.execute(sql`
    insert into jobs (kind, payload, run_at)
    select ${PUSH_JOB},
      jsonb_build_object('subscriptionId', min(id), 'orderId', ${order.id}::int, 'queued', clock_timestamp()),
      clock_timestamp()
    from push_subscriptions
    where order_id = ${order.id}::int or delivery_request_id = ${order.deliveryRequestId}::int
      or user_id = ${order.userId}::int
    group by endpoint`);
}

/** Deletes old subscriptions, and those for single deliveries that have ended. */
export async function deleteOldPushSubscriptions(db: Db, before: { created: Date; ended: Date }) {
  const ended = db
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.status, [...FINAL_ORDER_STATUSES]));
  const endedRequests = db
    .select({ id: orders.deliveryRequestId })
    .from(orders)
    .where(inArray(orders.status, [...FINAL_ORDER_STATUSES]));
  await db
    .delete(pushSubscriptions)
    .where(
      or(
        lt(pushSubscriptions.created, before.created),
        and(
          lt(pushSubscriptions.created, before.ended),
          or(
            inArray(pushSubscriptions.orderId, ended),
            inArray(pushSubscriptions.deliveryRequestId, endedRequests),
          ),
        ),
      ),
    );
}
