import { eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { ORDER_STATUS } from '../../src/contract/status.ts';
import type { Db } from '../db/database.ts';
import { parseRows } from '../db/parse-rows.ts';
import { deliveryRequests, orders, users } from '../db/schema.ts';
import { enqueueJob } from './jobs.ts';
import { PUSH_JOB } from './push.ts';

export const DELIVERY_MAIL_JOB = 'delivery-mail';

/** The events about which customers get a mail. */
export const DELIVERY_MAIL_EVENTS = [
  'priceConfirmed',
  'paid',
  'accepted',
  'collected',
  'arrivingToday',
  'delivered',
  'pickupFailed',
  'deliveryFailed',
  'returned',
  'cancelled',
] as const;
export type DeliveryMailEvent = (typeof DELIVERY_MAIL_EVENTS)[number];

/** A job contains ids only. What the mail says, and whether the customer wants it, is read when it is sent. */
export const DeliveryMailPayload = v.object({
  /** Identifies the mail, also when a mail server gets it twice. */
  id: v.string(),
  event: v.picklist(DELIVERY_MAIL_EVENTS),
  requestId: v.number(),
});

/** Queues a mail to the customer of a delivery request, in the transaction that makes the change it reports. */
export async function enqueueDeliveryMail(
  tx: Db,
  requestId: number,
  event: DeliveryMailEvent,
): Promise<void> {
  await enqueueJob(tx, { kind: DELIVERY_MAIL_JOB, payload: { id: crypto.randomUUID(), event, requestId } });
}

const ON_THE_WAY = [ORDER_STATUS.accepted, ORDER_STATUS.scheduled, ORDER_STATUS.inTransit];

/**
 * Queues the mail "arrives today" for every delivery of a day, once each, and a message to each device that wants to
 * know about it; returns how many mails.
 */
export async function enqueueArrivalMails(db: Db, day: string): Promise<number> {
  const result = await db.execute(sql`
    with due as (
      update orders set arrival_mail_date = delivery_date
      where delivery_date = ${day} and arrival_mail_date is distinct from delivery_date
        and status = any(${sql.param(ON_THE_WAY)}::int[])
      returning id, user_id, delivery_request_id
    ), pushes as (
      insert into jobs (kind, payload, run_at)
      select ${PUSH_JOB},
        jsonb_build_object('subscriptionId', min(device.id), 'orderId', due.id, 'queued', clock_timestamp()),
        clock_timestamp()
      from due join push_subscriptions device on device.order_id = due.id
        or device.delivery_request_id = due.delivery_request_id or device.user_id = due.user_id
      group by due.id, device.endpoint
    )
    insert into jobs (kind, payload, run_at)
    select ${DELIVERY_MAIL_JOB},
      jsonb_build_object('id', gen_random_uuid(), 'event', 'arrivingToday', 'requestId', delivery_request_id),
      clock_timestamp()
    from due where delivery_request_id is not null returning id`);
  return parseRows(result, v.object({ id: v.number() })).length;
}

export type DeliveryMailSubject = {
  request: typeof deliveryRequests.$inferSelect;
  user: typeof users.$inferSelect;
  order: typeof orders.$inferSelect | undefined;
};

/** Everything that a mail about a delivery request may say; undefined if it was deleted. */
export async function findDeliveryMailSubject(
  db: Db,
  requestId: number,
): Promise<DeliveryMailSubject | undefined> {
  const [row] = await db
    .select()
    .from(deliveryRequests)
    .innerJoin(users, eq(users.id, deliveryRequests.userId))
    .leftJoin(orders, eq(orders.deliveryRequestId, deliveryRequests.id))
    .where(eq(deliveryRequests.id, requestId));
  if (row === undefined) return undefined;
  return { request: row.delivery_requests, user: row.users, order: row.orders ?? undefined };
}
