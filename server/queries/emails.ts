import { and, asc, desc, eq, getTableColumns, inArray, or, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { ORDER_STATUS } from '../../src/contract/status.ts';
import { type Db, parseRows } from '../db/database.ts';
import { paymentDocuments, paymentRefunds, payments } from '../db/payment-schema.ts';
import {
  deliveryRequests,
  emailCounts,
  guestRequests,
  mailboxEmails,
  orders,
  sentEmails,
  users,
} from '../db/schema.ts';
import { jobKind } from './jobs.ts';
import { type PaymentSubject, paymentFacts } from './payments.ts';
import { pushJob } from './push.ts';

const DELIVERY_MAIL_EVENTS = [
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
export type DeliveryEmailEvent = (typeof DELIVERY_MAIL_EVENTS)[number];

/**
 * The emails about deliveries and refunds. A job contains ids only: what the email says, and whether the customer wants
 * it, is read when it is sent. Each is queued in the transaction that makes the change which it reports.
 */
export const deliveryEmailJob = jobKind('delivery-mail', {
  /** Identifies the email, also when an email server gets it twice. */
  id: v.string(),
  event: v.picklist(DELIVERY_MAIL_EVENTS),
  requestId: v.number(),
});
/**
 * `payment`: the request was accepted and is to be paid. `accepted`: the order has started. The job skips guests without
 * an email address.
 */
export const guestEmailJob = jobKind('guest-mail', {
  requestId: v.number(),
  event: v.picklist(['payment', 'accepted']),
});
export const refundEmailJob = jobKind('refund-mail', { refundId: v.number() });

export function enqueueDeliveryEmail(tx: Db, requestId: number, event: DeliveryEmailEvent) {
  return deliveryEmailJob.enqueue(tx, { id: crypto.randomUUID(), event, requestId });
}

const ON_THE_WAY = [ORDER_STATUS.accepted, ORDER_STATUS.scheduled, ORDER_STATUS.inTransit];

/** Queues "arrives today" for every delivery of a day, once each, as email and message; returns how many emails. */
export async function enqueueArrivalEmails(db: Db, day: string): Promise<number> {
  const result = await db.execute(sql`
    with due as (
      update orders set arrival_mail_date = delivery_date
      where delivery_date = ${day} and arrival_mail_date is distinct from delivery_date
        and status = any(${sql.param(ON_THE_WAY)}::int[])
      returning id, user_id, delivery_request_id
    ), pushes as (
      insert into jobs (kind, payload, run_at)
      select ${pushJob.kind},
        jsonb_build_object('subscriptionId', min(device.id), 'orderId', due.id, 'queued', clock_timestamp()),
        clock_timestamp()
      from due join push_subscriptions device on device.order_id = due.id
        or device.delivery_request_id = due.delivery_request_id or device.user_id = due.user_id
      group by due.id, device.endpoint
    )
    insert into jobs (kind, payload, run_at)
    select ${deliveryEmailJob.kind},
      jsonb_build_object('id', gen_random_uuid(), 'event', 'arrivingToday', 'requestId', delivery_request_id),
      clock_timestamp()
    from due where delivery_request_id is not null returning id`);
  return parseRows(result, v.object({ id: v.number() })).length;
}

/** Everything that an email about a delivery request may say; undefined if it was deleted. */
export async function findDeliveryEmailSubject(db: Db, requestId: number) {
  const [row] = await db
    .select({
      request: { ...getTableColumns(deliveryRequests), ...paymentFacts },
      user: users,
      order: orders,
    })
    .from(deliveryRequests)
    .innerJoin(users, eq(users.id, deliveryRequests.userId))
    .leftJoin(orders, eq(orders.deliveryRequestId, deliveryRequests.id))
    .where(eq(deliveryRequests.id, requestId));
  return row;
}
export type DeliveryEmailSubject = NonNullable<Awaited<ReturnType<typeof findDeliveryEmailSubject>>>;

/** Everything that an email about a refund may say; undefined if the payment has left the books. */
export async function findRefundEmailSubject(db: Db, refundId: number) {
  const [row] = await db
    .select({
      refund: paymentRefunds,
      payment: payments,
      user: { email: users.email, emailConfirmed: users.emailConfirmed },
      guest: { email: guestRequests.email, paymentKey: guestRequests.paymentKey },
      creditNote: paymentDocuments,
    })
    .from(paymentRefunds)
    .innerJoin(payments, eq(payments.id, paymentRefunds.paymentId))
    .leftJoin(users, eq(users.id, payments.userId))
    .leftJoin(guestRequests, eq(guestRequests.id, payments.guestRequestId))
    .leftJoin(paymentDocuments, eq(paymentDocuments.refundId, paymentRefunds.id))
    .where(eq(paymentRefunds.id, refundId));
  return row;
}

/** Records that the mail server has accepted an email: what it was about, and not what it said. */
export async function recordSentEmail(db: Db, email: typeof sentEmails.$inferInsert): Promise<void> {
  await db.insert(sentEmails).values(email);
}

/** Emails about a payment and its delivery that the mail server has accepted, oldest first. */
export async function listSentEmails(db: Db, payment: PaymentSubject & { id: number }) {
  const { id, deliveryRequestId, guestRequestId } = payment;
  const { kind, subjectId } = sentEmails;
  const refunds = db
    .select({ id: paymentRefunds.id })
    .from(paymentRefunds)
    .where(eq(paymentRefunds.paymentId, id));
  const isAbout = or(
    and(eq(kind, deliveryEmailJob.kind), eq(subjectId, deliveryRequestId ?? 0)),
    and(eq(kind, guestEmailJob.kind), eq(subjectId, guestRequestId ?? 0)),
    and(eq(kind, refundEmailJob.kind), inArray(subjectId, refunds)),
  );
  return db.select().from(sentEmails).where(isAbout).orderBy(asc(sentEmails.id));
}

/** The same of a customer, newest first. */
export async function listSentEmailsOfUser(db: Db, userId: number) {
  const { kind, subjectId } = sentEmails;
  const { id } = deliveryRequests;
  const deliveries = db.select({ id }).from(deliveryRequests).where(eq(deliveryRequests.userId, userId));
  const refunds = db
    .select({ id: paymentRefunds.id })
    .from(paymentRefunds)
    .innerJoin(payments, eq(payments.id, paymentRefunds.paymentId))
    .where(eq(payments.userId, userId));
  const isAbout = or(
    and(eq(kind, deliveryEmailJob.kind), inArray(subjectId, deliveries)),
    and(eq(kind, refundEmailJob.kind), inArray(subjectId, refunds)),
  );
  return db.select().from(sentEmails).where(isAbout).orderBy(desc(sentEmails.id));
}

const SentEmails = v.array(v.object({ id: v.string(), kind: v.string(), time: v.number() }));
/** An email to one address. The time is in milliseconds. */
export type SentEmail = v.InferOutput<typeof SentEmails>[number];

/** Replaces the list of the emails to one address. Concurrent changes of the same list wait for each other. */
export async function changeSentEmails(
  db: Db,
  recipient: string,
  change: (sent: SentEmail[]) => { sent: SentEmail[]; expires: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    // The upsert locks the row, whether or not it existed.
    const [row] = await tx
      .insert(emailCounts)
      .values({ recipient, sent: [], expires: new Date(0) })
      .onConflictDoUpdate({ target: emailCounts.recipient, set: { recipient } })
      .returning();
    await tx
      .update(emailCounts)
      .set(change(v.parse(SentEmails, row?.sent ?? [])))
      .where(eq(emailCounts.recipient, recipient));
  });
}

export type EmailRow = typeof mailboxEmails.$inferSelect;

export async function insertEmail(db: Db, mail: Omit<EmailRow, 'id'>): Promise<void> {
  await db.insert(mailboxEmails).values(mail);
}

/** Newest first. */
export async function listEmails(db: Db, limit: number): Promise<EmailRow[]> {
  return db.select().from(mailboxEmails).orderBy(desc(mailboxEmails.id)).limit(limit);
}

export async function findEmail(db: Db, id: number): Promise<EmailRow | undefined> {
  const [mail] = await db.select().from(mailboxEmails).where(eq(mailboxEmails.id, id));
  return mail;
}
