import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import {
  type EntryKind,
  failedPaymentEvents,
  type ProviderName,
  paymentEntries,
  paymentEvents,
  payments,
  type RefundState,
} from '../db/payment-schema.ts';
import { guestRequests, orders, users } from '../db/schema.ts';

type NewEntry = Pick<
  typeof paymentEntries.$inferInsert,
  'kind' | 'amountCents' | 'sourceId' | 'time' | 'balanceTransaction'
>;

/** Inserts each money movement once, however often it is read. Its balance transaction may become known later. */
export async function insertEntries(db: Db, paymentId: number, entries: NewEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await db
    .insert(paymentEntries)
    .values(entries.map((entry) => ({ ...entry, paymentId })))
    .onConflictDoUpdate({
      target: [paymentEntries.sourceId, paymentEntries.kind],
      set: { balanceTransaction: sql`excluded.balance_transaction` },
      setWhere: isNull(paymentEntries.balanceTransaction),
    });
}

/** Returns movements since `after` whose fee was not read yet, oldest first. */
export async function listEntriesWithoutFee(
  db: Db,
  provider: ProviderName,
  { after, limit }: { after: Date; limit: number },
) {
  return db
    .select({ id: paymentEntries.id, balanceTransaction: paymentEntries.balanceTransaction })
    .from(paymentEntries)
    .innerJoin(payments, eq(payments.id, paymentEntries.paymentId))
    .where(
      and(
        eq(payments.provider, provider),
        isNotNull(paymentEntries.balanceTransaction),
        isNull(paymentEntries.feeCents),
        gt(paymentEntries.time, after),
      ),
    )
    .orderBy(asc(paymentEntries.id))
    .limit(limit);
}

export async function setFee(db: Db, entryId: number, feeCents: number): Promise<void> {
  await db.update(paymentEntries).set({ feeCents }).where(eq(paymentEntries.id, entryId));
}

export async function listEntriesOfPayment(db: Db, paymentId: number) {
  return db
    .select()
    .from(paymentEntries)
    .where(eq(paymentEntries.paymentId, paymentId))
    .orderBy(asc(paymentEntries.time), asc(paymentEntries.id));
}

export type DayTotal = {
  day: string;
  currency: string;
  kind: EntryKind;
  cents: number;
  count: number;
  /** The sum of the known fees, and the number of movements whose fee is not known. */
  feeCents: number;
  unknownFees: number;
};

/** Returns sums by day (UTC), currency and kind. `from` and `to` are days, both inclusive. */
export async function sumEntriesByDay(db: Db, from: string, to: string): Promise<DayTotal[]> {
  const day = sql<string>`to_char(${paymentEntries.time} at time zone 'UTC', 'YYYY-MM-DD')`;
  return db
    .select({
      day,
      currency: payments.currency,
      kind: paymentEntries.kind,
      cents: sql<number>`sum(${paymentEntries.amountCents})::int`,
      count: sql<number>`count(*)::int`,
      feeCents: sql<number>`coalesce(sum(${paymentEntries.feeCents}), 0)::int`,
      unknownFees: sql<number>`(count(*) - count(${paymentEntries.feeCents}))::int`,
    })
    .from(paymentEntries)
    .innerJoin(payments, eq(payments.id, paymentEntries.paymentId))
    .where(
      and(
        gte(paymentEntries.time, sql`${from}::date at time zone 'UTC'`),
        lt(paymentEntries.time, sql`(${to}::date + 1) at time zone 'UTC'`),
      ),
    )
    .groupBy(day, payments.currency, paymentEntries.kind)
    .orderBy(day, payments.currency, paymentEntries.kind);
}

/** The search conditions of operators. Every given condition must match. */
export type PaymentFilter = {
  limit: number;
  isNewestFirst: boolean;
  /** The id of the last row of the previous page. */
  after?: number | undefined;
  status?: number | undefined;
  refund?: RefundState | undefined;
  /** Refunds that have not arrived yet: due, pending or failed. */
  isOwed?: boolean | undefined;
  isDisputed?: boolean | undefined;
  deliveryRequest?: number | undefined;
  guestRequest?: number | undefined;
  customer?: string | undefined;
  /** The day on which the payment was made, UTC. */
  created?: string | undefined;
};

/** Returns one row more than `limit` if there are more. */
export async function listAllPayments(db: Db, filter: PaymentFilter) {
  const { after, status, refund, isOwed, isDisputed, deliveryRequest, guestRequest, customer, created } =
    filter;
  const like = customer === undefined ? '' : `%${customer.replace(/[\\%_]/g, '\\$&')}%`;
  const conditions: (SQL | undefined)[] = [
    after === undefined ? undefined : (filter.isNewestFirst ? lt : gt)(payments.id, after),
    status === undefined ? undefined : eq(payments.status, status),
    refund === undefined ? undefined : eq(payments.refund, refund),
    isOwed ? inArray(payments.refund, ['due', 'pending', 'failed']) : undefined,
    isDisputed ? sql`${payments.dispute} is not null` : undefined,
    deliveryRequest === undefined ? undefined : eq(payments.deliveryRequestId, deliveryRequest),
    guestRequest === undefined ? undefined : eq(payments.guestRequestId, guestRequest),
    customer === undefined
      ? undefined
      : or(sql`${CUSTOMER_NAME} ilike ${like}`, sql`${CUSTOMER_EMAIL} ilike ${like}`),
    created === undefined
      ? undefined
      : and(
          gte(payments.created, sql`${created}::date at time zone 'UTC'`),
          lt(payments.created, sql`(${created}::date + 1) at time zone 'UTC'`),
        ),
  ];
  return selectWithCustomer(db)
    .where(and(...conditions))
    .orderBy(filter.isNewestFirst ? desc(payments.id) : asc(payments.id))
    .limit(filter.limit + 1);
}

export async function findPaymentWithCustomer(db: Db, id: number) {
  const [row] = await selectWithCustomer(db).where(eq(payments.id, id));
  return row;
}

/** The customer of a payment is an account or a guest. */
const CUSTOMER_NAME = sql<string>`coalesce(${users.name}, trim(${guestRequests.firstName} || ' ' || ${guestRequests.lastName}))`;
const CUSTOMER_EMAIL = sql<string>`coalesce(${users.email}, ${guestRequests.email})`;

function selectWithCustomer(db: Db) {
  return db
    .select({
      payment: payments,
      customer: { name: CUSTOMER_NAME, email: CUSTOMER_EMAIL },
      referenceNumber: orders.referenceNumber,
    })
    .from(payments)
    .leftJoin(users, eq(users.id, payments.userId))
    .leftJoin(guestRequests, eq(guestRequests.id, payments.guestRequestId))
    .leftJoin(
      orders,
      or(
        eq(orders.deliveryRequestId, payments.deliveryRequestId),
        eq(orders.guestRequestId, payments.guestRequestId),
      ),
    )
    .$dynamic();
}

export async function listEventsOfPayment(db: Db, paymentId: number) {
  return db
    .select({ id: paymentEvents.id, type: paymentEvents.type, created: paymentEvents.created })
    .from(paymentEvents)
    .where(eq(paymentEvents.paymentId, paymentId))
    .orderBy(asc(paymentEvents.created), asc(paymentEvents.id));
}

export type FailedEvent = typeof failedPaymentEvents.$inferSelect;

/** Counts the attempts of an event that could not be handled. */
export async function saveFailedEvent(db: Db, event: typeof failedPaymentEvents.$inferInsert): Promise<void> {
  const { lastError, failedAt } = event;
  await db
    .insert(failedPaymentEvents)
    .values(event)
    .onConflictDoUpdate({
      target: failedPaymentEvents.id,
      set: { lastError, failedAt, attempts: sql`${failedPaymentEvents.attempts} + 1` },
    });
}

export async function deleteFailedEvent(db: Db, id: string): Promise<void> {
  await db.delete(failedPaymentEvents).where(eq(failedPaymentEvents.id, id));
}

export async function findFailedEvent(db: Db, id: string): Promise<FailedEvent | undefined> {
  return (await db.select().from(failedPaymentEvents).where(eq(failedPaymentEvents.id, id)))[0];
}

/** Newest first. */
export async function listFailedEvents(db: Db, limit: number): Promise<FailedEvent[]> {
  return db
    .select()
    .from(failedPaymentEvents)
    .orderBy(desc(failedPaymentEvents.failedAt), desc(failedPaymentEvents.id))
    .limit(limit);
}
