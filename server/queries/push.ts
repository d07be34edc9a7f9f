import { and, eq, exists, inArray, isNull, like, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { FINAL_ORDER_STATUSES } from '../../src/contract/status.ts';
import type { Db } from '../db/database.ts';
import { orders, pushKeys, pushSubscriptions, sessions } from '../db/schema.ts';
import { jobKind } from './jobs.ts';
import type { OrderRow } from './orders.ts';

/** A job contains ids only. What the message says is read when it is sent. */
export const pushJob = jobKind('push', {
  subscriptionId: v.number(),
  orderId: v.number(),
  queued: v.string(),
});

export type PushSubscriptionRow = typeof pushSubscriptions.$inferSelect;
type NewPushSubscription = typeof pushSubscriptions.$inferInsert;
/** What a device is notified about: all deliveries of an account, one of them, or the order with a tracking number. */
export type PushSubject = Pick<
  NewPushSubscription,
  'subject' | 'userId' | 'deliveryRequestId' | 'orderId' | 'sessionId'
>;

/** Stores the key unless there is one, and returns the stored one: the first process that starts decides for all. */
export async function readOrStorePushKey(db: Db, privateKey: string): Promise<string> {
  await db.insert(pushKeys).values({ id: 1, privateKey }).onConflictDoNothing();
  const [row] = await db.select().from(pushKeys);
  if (row === undefined) throw new Error('the push key was not stored');
  return row.privateKey;
}

/** A device that subscribes again gets the same row, with its new keys and its new session. */
export async function upsertPushSubscription(db: Db, row: NewPushSubscription): Promise<void> {
  const { p256dh, auth, sessionId, created } = row;
  await db
    .insert(pushSubscriptions)
    .values(row)
    .onConflictDoUpdate({
      target: [pushSubscriptions.endpoint, pushSubscriptions.subject],
      set: { p256dh, auth, sessionId, created },
    });
}

/** Counts the subscriptions of other devices for one order, without those of its customer. */
export function countPushOfOrder(db: Db, orderId: number, endpoint: string): Promise<number> {
  const { orderId: order, endpoint: device } = pushSubscriptions;
  return db.$count(pushSubscriptions, and(eq(order, orderId), ne(device, endpoint)));
}

/** Counts the subscriptions of the customer, without the one that has this key. */
export function countPushOfUser(db: Db, userId: number, key: PushSubscriptionKey): Promise<number> {
  return db.$count(pushSubscriptions, sql`${ofUser(db, userId)} and not ${hasKey(key)}`);
}

/** A device has one row for each subject. */
type PushSubscriptionKey = Pick<PushSubscriptionRow, 'endpoint' | 'subject'>;

function hasKey({ endpoint, subject }: PushSubscriptionKey): SQL {
  return sql`(${pushSubscriptions.endpoint} = ${endpoint} and ${pushSubscriptions.subject} = ${subject})`;
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

/** Ends everything that a device is notified about, or only the subjects that match a pattern of `like`. */
export async function deletePush(db: Db, endpoint: string, pattern = '%'): Promise<void> {
  const isSubject = like(pushSubscriptions.subject, pattern);
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

/** Queues a message for every device that follows the order, once each, in the transaction of the change. */
export async function enqueuePushes(tx: Db, order: Pick<OrderRow, 'id' | 'userId' | 'deliveryRequestId'>) {
  await tx.execute(sql`
    insert into jobs (kind, payload, run_at)
    select ${pushJob.kind},
      jsonb_build_object('subscriptionId', min(id), 'orderId', ${order.id}::int, 'queued', clock_timestamp()),
      clock_timestamp()
    from push_subscriptions
    where order_id = ${order.id}::int or delivery_request_id = ${order.deliveryRequestId}::int
      or user_id = ${order.userId}::int
    group by endpoint`);
}

/** Deletes old subscriptions, and those for single deliveries that have ended. */
export async function deleteOldPushSubscriptions(db: Db, before: { created: Date; ended: Date }) {
  const { created, orderId, deliveryRequestId } = pushSubscriptions;
  const hasEnded = inArray(orders.status, [...FINAL_ORDER_STATUSES]);
  const isAbout = or(eq(orders.id, orderId), eq(orders.deliveryRequestId, deliveryRequestId));
  const ended = exists(db.select({ id: orders.id }).from(orders).where(and(hasEnded, isAbout)));
  await db
    .delete(pushSubscriptions)
    .where(or(lt(created, before.created), and(lt(created, before.ended), ended)));
}
