import { and, asc, desc, eq, gt, gte, inArray, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { type Db, parseRows } from '../db/database.ts';
import {
  ENTRY_KINDS,
  failedPaymentEvents,
  paymentEntries,
  paymentEvents,
  payments,
} from '../db/payment-schema.ts';
import { deliveryRequests, guestRequests, users } from '../db/schema.ts';
import { containsAny, isOneOf } from './contains-text.ts';
import type { PaymentsQuery } from './operator-filters.ts';
import { isGuest } from './operator-search.ts';

export type NewEntry = Omit<typeof paymentEntries.$inferInsert, 'id' | 'paymentId'>;

/** Returns which of these balance transactions are in the ledger. */
export async function listKnownTransactions(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { balanceTransaction } = paymentEntries;
  const rows = await db
    .select({ balanceTransaction })
    .from(paymentEntries)
    .where(inArray(balanceTransaction, [...ids]));
  return new Set(rows.map((row) => row.balanceTransaction));
}

/**
 * Adds balance transactions to the ledger, each once: an entry never changes. The refunded amount of the payment is the
 * sum of its entries, so only this function stores it.
 */
export async function insertEntries(tx: Db, paymentId: number, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await tx
    .insert(paymentEntries)
    .values(entries.map((entry) => ({ ...entry, paymentId })))
    .onConflictDoNothing();
  await tx
    .update(payments)
    .set({
      amountRefundedCents: sql`(select coalesce(-sum(amount_cents), 0) from ${paymentEntries}
        where payment_id = ${paymentId} and kind in ('refund', 'refund_failed'))`,
    })
    .where(eq(payments.id, paymentId));
}

export async function listEntriesOfPayment(db: Db, paymentId: number) {
  return db
    .select()
    .from(paymentEntries)
    .where(eq(paymentEntries.paymentId, paymentId))
    .orderBy(asc(paymentEntries.time), asc(paymentEntries.id));
}

/**
 * What moved on one day in payments of one currency and VAT rate that the provider settles in one currency. `cents` and
 * `vatCents`, the VAT that it includes, are in the currency of the payments. Disputes change no VAT.
 */
const DayTotal = v.object({
  day: v.string(),
  currency: v.string(),
  /** In hundredths of a percent; null if the payment has no receipt. */
  vatBasisPoints: v.nullable(v.number()),
  settledCurrency: v.string(),
  kind: v.picklist(ENTRY_KINDS),
  count: v.number(),
  cents: v.number(),
  vatCents: v.number(),
  settledCents: v.number(),
  feeCents: v.number(),
});
export type DayTotal = v.InferOutput<typeof DayTotal>;

type Period = { from: string; to: string; timeZone: string };
const DAYS_AT_ONCE = 31;

/**
 * Returns sums by day in the given time zone. `from` and `to` are days, both inclusive. The VAT of a refund is the
 * difference that it makes to the VAT of the payment, so that a payment that is refunded in parts leaves none.
 */
export async function sumEntriesByDay(db: Db, { from, to, timeZone }: Period): Promise<DayTotal[]> {
  const day = (time: SQL) => sql`to_char(${time} at time zone ${timeZone}, 'YYYY-MM-DD')`;
  const result = await db.execute(sql`
    select greatest(${from}, ${day(sql`min(time)`)}) as first, least(${to}, ${day(sql`max(time)`)}) as last
    from payment_entries having max(time) is not null`);
  const totals: DayTotal[] = [];
  const addDays = (from: string, days: number) =>
    new Date(Date.parse(from) + days * 24 * 3600_000).toISOString().slice(0, 10);
  for (const { first, last } of parseRows(result, v.object({ first: v.string(), last: v.string() }))) {
    // A statement for a year of a million payments would come close to the time limit of statements.
    for (let start = first; start <= last; start = addDays(start, DAYS_AT_ONCE)) {
      const end = addDays(start, DAYS_AT_ONCE - 1);
      totals.push(...(await sumEntriesOf(db, { from: start, to: end < last ? end : last, timeZone })));
    }
  }
  return totals;
}

async function sumEntriesOf(db: Db, { from, to, timeZone }: Period): Promise<DayTotal[]> {
  const result = await db.execute(sql`
    with moved as (
      select e.*, p.currency, case when p.receipt_number is not null then p.vat_basis_points end as vat_basis_points,
        case when e.kind in ('dispute', 'dispute_reversed') then 0 else e.amount_cents end as supplied_cents
      from payment_entries e join payments p on p.id = e.payment_id
      where e.payment_id in (
        select payment_id from payment_entries
        where time >= ${from}::date::timestamp at time zone ${timeZone}
          and time < (${to}::date + 1)::timestamp at time zone ${timeZone})
    ), balanced as (
      select *, sum(supplied_cents) over (partition by payment_id order by time, id) as balance_cents from moved
    )
    select to_char(time at time zone ${timeZone}, 'YYYY-MM-DD') as day, currency,
      vat_basis_points as "vatBasisPoints", settled_currency as "settledCurrency", kind,
      count(*)::int as count, sum(amount_cents)::int as cents, sum(settled_cents)::int as "settledCents",
      sum(fee_cents)::int as "feeCents",
      coalesce(sum(round(balance_cents * vat_basis_points::numeric / (10000 + vat_basis_points))
        - round((balance_cents - supplied_cents) * vat_basis_points::numeric / (10000 + vat_basis_points))
      ), 0)::int as "vatCents"
    from balanced
    where time >= ${from}::date::timestamp at time zone ${timeZone}
      and time < (${to}::date + 1)::timestamp at time zone ${timeZone}
    group by 1, currency, vat_basis_points, settled_currency, kind
    order by 1, currency, vat_basis_points nulls last, settled_currency, kind`);
  return parseRows(result, DayTotal);
}

type PaymentFilter = Omit<v.InferOutput<typeof PaymentsQuery>, 'format'> & {
  limit: number;
  timeZone: string;
};

/** Returns one row more than `limit` if there are more. */
export async function listAllPayments(db: Db, filter: PaymentFilter) {
  const { after, status, refund, request, guestRequest, customer, created, timeZone } = filter;
  const isNewestFirst = filter.order === 'newest';
  const conditions: (SQL | undefined)[] = [
    after === undefined ? undefined : (isNewestFirst ? lt : gt)(payments.id, after),
    status === undefined ? undefined : eq(payments.status, status),
    refund === undefined ? undefined : eq(payments.refund, refund),
    filter.owed ? inArray(payments.refund, ['due', 'pending', 'failed', 'rejected']) : undefined,
    filter.disputed ? isNotNull(payments.dispute) : undefined,
    request === undefined ? undefined : eq(payments.deliveryRequestId, request),
    guestRequest === undefined ? undefined : eq(payments.guestRequestId, guestRequest),
    customer === undefined ? undefined : await isOfCustomer(db, customer),
    created === undefined
      ? undefined
      : and(
          gte(payments.created, sql`${created}::date::timestamp at time zone ${timeZone}`),
          lt(payments.created, sql`(${created}::date + 1)::timestamp at time zone ${timeZone}`),
        ),
  ];
  return selectWithCustomer(db)
    .where(and(...conditions))
    .orderBy(isNewestFirst ? desc(payments.id) : asc(payments.id))
    .limit(filter.limit + 1);
}

export async function findPaymentWithCustomer(db: Db, id: number) {
  const [row] = await selectWithCustomer(db).where(eq(payments.id, id));
  return row;
}

const GUEST_NAME = sql`trim(${guestRequests.firstName} || ' ' || ${guestRequests.lastName})`;
/** The customer of a payment is an account or a guest. */
const CUSTOMER_NAME = sql<string>`coalesce(${users.name}, ${GUEST_NAME})`;
const CUSTOMER_EMAIL = sql<string>`coalesce(${users.email}, ${guestRequests.email})`;

async function isOfCustomer(db: Db, text: string): Promise<SQL | undefined> {
  return or(
    await isOneOf(db, payments.userId, users, containsAny([users.name, users.email], text)),
    await isOneOf(db, payments.guestRequestId, guestRequests, isGuest(text)),
  );
}

function selectWithCustomer(db: Db) {
  return db
    .select({
      payment: payments,
      customer: { name: CUSTOMER_NAME, email: CUSTOMER_EMAIL },
      referenceNumber: sql<
        string | null
      >`coalesce(${deliveryRequests.referenceNumber}, ${guestRequests.referenceNumber})`,
      /** The provider's fees in cents, and the currency in which it settles. */
      fees: sql<number>`(select coalesce(sum(fee_cents), 0)::int from ${paymentEntries}
        where payment_id = ${payments.id})`,
      settledCurrency: sql<string | null>`(select min(settled_currency) from ${paymentEntries}
        where payment_id = ${payments.id})`,
    })
    .from(payments)
    .leftJoin(users, eq(users.id, payments.userId))
    .leftJoin(guestRequests, eq(guestRequests.id, payments.guestRequestId))
    .leftJoin(deliveryRequests, eq(deliveryRequests.id, payments.deliveryRequestId))
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
