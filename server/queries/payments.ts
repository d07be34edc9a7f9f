import {
  and,
  asc,
  between,
  count,
  eq,
  gt,
  inArray,
  isNull,
  min,
  ne,
  not,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { PAYMENT_STATUS, REQUEST_STATUS } from '../../src/contract/status.ts';
import type { Db } from '../db/database.ts';
import {
  CLOSED_DISPUTES,
  paymentEventReads,
  paymentEvents,
  paymentRefunds,
  payments,
  UNFINISHED_REFUNDS,
} from '../db/payment-schema.ts';
import { deliveryRequests, guestRequests } from '../db/schema.ts';

/** The provider books a movement within days. After that the reconciler no longer looks for it. */
const LEDGER_WAIT_MS = 30 * 24 * 3600_000;

/** Neither the provider may still change such a payment, nor has an operator anything to do about it. */
export const isFinalPayment = sql`${and(
  ne(payments.status, PAYMENT_STATUS.processing),
  notInArray(payments.refund, UNFINISHED_REFUNDS),
  notInArray(payments.sessionState, ['open', 'dead']),
  or(isNull(payments.dispute), inArray(payments.dispute, CLOSED_DISPUTES)),
)}`;

export type PaymentRow = typeof payments.$inferSelect;
export type NewPayment = typeof payments.$inferInsert;
export type PaymentChange = Partial<
  Omit<
    PaymentRow,
    'id' | 'userId' | 'deliveryRequestId' | 'guestRequestId' | 'amountCents' | 'amountRefundedCents'
  >
>;

/** What a payment is for: the delivery request of a customer, or the request of a guest. The other id is null. */
export type PaymentSubject = Pick<PaymentRow, 'deliveryRequestId' | 'guestRequestId'>;

export const deliverySubject = (id: number): PaymentSubject => ({
  deliveryRequestId: id,
  guestRequestId: null,
});
export const guestSubject = (id: number): PaymentSubject => ({ deliveryRequestId: null, guestRequestId: id });

/** The column with the id of the request, and the id. The database ensures that one of the ids is set. */
export function requestOf({
  deliveryRequestId,
  guestRequestId,
}: PaymentSubject): [keyof PaymentSubject, number] {
  return guestRequestId === null
    ? ['deliveryRequestId', deliveryRequestId ?? 0]
    : ['guestRequestId', guestRequestId];
}

export function isPaymentOf(subject: PaymentSubject): SQL {
  const [column, id] = requestOf(subject);
  return eq(payments[column], id);
}

/** The offset has the payments of each row looked up: PostgreSQL would read all of them for a large customer. */
const hasPayment = (condition: SQL) => sql<boolean>`exists (select from payments
  where payments.delivery_request_id = delivery_requests.id and ${condition} offset 0)`;

/** What became of the payment of the delivery request that a statement reads, as `DeliveryRequest` states it. */
export const paymentFacts = {
  isPaymentProcessing: hasPayment(sql`payments.status = ${PAYMENT_STATUS.processing}`),
  isPaymentRefunded: hasPayment(sql`payments.status = ${PAYMENT_STATUS.paid}
    and payments.refund in ('none', 'done', 'settled') and payments.amount_cents <= payments.amount_refunded_cents
    + (select coalesce(sum(amount_cents), 0) from payment_refunds where payment_id = payments.id and state = 'settled')`),
};

/** Returns undefined if another payment is open for the request. */
export async function insertPayment(db: Db, row: NewPayment): Promise<PaymentRow | undefined> {
  const [inserted] = await db.insert(payments).values(row).onConflictDoNothing().returning();
  return inserted;
}

/** Inserts a payment if its request still waits for exactly this one and nothing else is open; else undefined. */
export async function insertOpenPayment(db: Db, row: NewPayment & PaymentSubject) {
  return db.transaction(async (tx) => {
    const request = await lockRequestToPay(tx, row);
    const isSame =
      request?.status === REQUEST_STATUS.waitingPayment &&
      request.priceCents === row.amountCents &&
      request.currency === row.currency;
    return isSame ? insertPayment(tx, row) : undefined;
  });
}

/** Oldest first. */
function selectPayments(db: Db, condition: SQL | undefined) {
  return db.select().from(payments).where(condition).orderBy(asc(payments.id));
}

export async function findPayment(db: Db, id: number): Promise<PaymentRow | undefined> {
  return (await selectPayments(db, eq(payments.id, id)))[0];
}

/** A payment that was never checked has no intent yet. */
export async function findPaymentBy(db: Db, column: 'sessionId' | 'intentId', value: string) {
  return (await selectPayments(db, eq(payments[column], value)))[0];
}

/** Locks the payment until the transaction ends. All code locks the delivery request first. */
export async function lockPayment(db: Db, id: number): Promise<PaymentRow | undefined> {
  return (await selectPayments(db, eq(payments.id, id)).for('update'))[0];
}

export async function updatePayment(db: Db, id: number, change: PaymentChange) {
  const [row] = await db.update(payments).set(change).where(eq(payments.id, id)).returning();
  return row;
}

export async function listOpenPayments(db: Db, subject: PaymentSubject): Promise<PaymentRow[]> {
  return selectPayments(db, and(isPaymentOf(subject), eq(payments.sessionState, 'open')));
}

/** Numbers a read of the payment at the provider before it starts. Returns undefined if there is no such payment. */
export async function startRead(db: Db, id: number): Promise<number | undefined> {
  const [row] = await db
    .update(payments)
    .set({ readsStarted: sql`${payments.readsStarted} + 1` })
    .where(eq(payments.id, id))
    .returning({ order: payments.readsStarted });
  return row?.order;
}

/** The payments of an account at the provider: those with one of its ids, or all if the key may not read its id. */
export type ProviderAccount = Pick<PaymentRow, 'provider'> & { ids: string[] | undefined };

function isOfAccount({ provider, ids }: ProviderAccount): SQL | undefined {
  return and(eq(payments.provider, provider), ids && inArray(payments.account, ids));
}

/** Payments of other accounts that the provider may still change, or of which a refund is not finished. */
export async function listPaymentsElsewhere(db: Db, accounts: readonly ProviderAccount[], now: Date) {
  const isUnfinished = or(
    and(inArray(payments.sessionState, ['open', 'dead']), gt(payments.expires, now)),
    eq(payments.status, PAYMENT_STATUS.processing),
    inArray(payments.refund, UNFINISHED_REFUNDS),
  );
  const isElsewhere = accounts.map((account) => sql`not (${isOfAccount(account)})`);
  return selectPayments(db, and(...isElsewhere, isUnfinished));
}

/**
 * Claims payments that are not final and were not checked since `before`, those with the oldest check first. They count
 * as checked from now on, so that no other process checks them too.
 */
export async function claimPaymentsToCheck(
  db: Db,
  account: ProviderAccount,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<PaymentRow[]> {
  // A time after now was written while the clock was ahead, or by a process whose clock is a little ahead.
  const after = new Date(2 * now.getTime() - before.getTime());
  const isRecentlyChecked = between(payments.checked, before, after);
  const isRecent = gt(payments.lastModified, new Date(now.getTime() - LEDGER_WAIT_MS));
  const isUnfinished = or(
    inArray(payments.sessionState, ['open', 'dead']),
    eq(payments.status, PAYMENT_STATUS.processing),
    and(inArray(payments.refund, UNFINISHED_REFUNDS), hasRefundToCheck(now)),
    and(eq(payments.isLedgerComplete, false), isRecent),
  );
  const due = db
    .select({ id: payments.id })
    .from(payments)
    .where(and(isOfAccount(account), not(isRecentlyChecked), isUnfinished))
    .orderBy(asc(payments.checked))
    .limit(limit)
    .for('update', { skipLocked: true });
  return db
    .update(payments)
    .set({ checked: now })
    .where(sql`${payments.id} = any(array(${due}))`)
    .returning();
}

/** The summary of a payment may be `failed` while another of its refunds is due. */
function hasRefundToCheck(now: Date): SQL {
  const { nextAttempt, lastModified } = paymentRefunds;
  const time = sql`${now.toISOString()}::timestamptz`;
  return sql`(
    select min(${nextAttempt}) <= ${time} or max(${lastModified}) > ${time} from ${paymentRefunds}
    where ${paymentRefunds.paymentId} = ${payments.id} and ${paymentRefunds.state} in ('due', 'pending'))`;
}

/** Returns all payments for a request, oldest first. */
export async function listPaymentsOf(db: Db, subject: PaymentSubject): Promise<PaymentRow[]> {
  return selectPayments(db, isPaymentOf(subject));
}

/** Reads and locks the request that is to be paid, until the transaction ends. */
export async function lockRequestToPay(db: Db, subject: PaymentSubject) {
  const [column, requestId] = requestOf(subject);
  const table = column === 'guestRequestId' ? guestRequests : deliveryRequests;
  const { id, status, priceCents, currency } = table;
  const [row] = await db
    .select({ status, priceCents, currency })
    .from(table)
    .where(eq(id, requestId))
    .for('update');
  return row;
}

/** Returns sessions of an account that we have declared dead and that may still be open at the provider. */
export async function listDeadPaymentsOf(db: Db, userId: number): Promise<PaymentRow[]> {
  return selectPayments(db, and(eq(payments.userId, userId), eq(payments.sessionState, 'dead')));
}

/** Payments with an open dispute by its status, and the nearest time by which evidence must arrive. */
export async function countOpenDisputes(db: Db) {
  const state = sql<string>`${payments.dispute}`;
  return db
    .select({ state, count: count(), deadline: min(payments.disputeDue) })
    .from(payments)
    .where(notInArray(payments.dispute, CLOSED_DISPUTES))
    .groupBy(payments.dispute);
}

export async function hasSeenEvent(db: Db, id: string): Promise<boolean> {
  return (await db.$count(paymentEvents, eq(paymentEvents.id, id))) > 0;
}

export async function insertPaymentEvent(db: Db, event: typeof paymentEvents.$inferInsert): Promise<void> {
  await db.insert(paymentEvents).values(event).onConflictDoNothing();
}

/** Up to which time all events of an account at the provider were handled; undefined before the first time. */
export async function findEventsRead(db: Db, { provider, account }: EventAccount): Promise<Date | undefined> {
  const isOf = and(eq(paymentEventReads.provider, provider), eq(paymentEventReads.account, account));
  return (await db.select().from(paymentEventReads).where(isOf))[0]?.readUntil;
}

export async function storeEventsRead(db: Db, account: EventAccount, readUntil: Date): Promise<void> {
  const { provider, account: column } = paymentEventReads;
  await db
    .insert(paymentEventReads)
    .values({ ...account, readUntil })
    .onConflictDoUpdate({ target: [provider, column], set: { readUntil } });
}

type EventAccount = Pick<PaymentRow, 'provider' | 'account'>;
