import { and, asc, desc, eq, gt, inArray, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import * as v from 'valibot';
import { type Db, parseRows } from '../db/database.ts';
import {
  ENTRY_KINDS,
  type EntryKind,
  failedPaymentEvents,
  paymentEntries,
  paymentEvents,
  payments,
  UNFINISHED_REFUNDS,
} from '../db/payment-schema.ts';
import { deliveryRequests, guestRequests, users } from '../db/schema.ts';
import { containsAny, ifGiven, isOneOf } from './contains-text.ts';
import { ACCOUNT_TEXTS, CONTACT_TEXTS, type PaymentsQuery } from './operator-search.ts';

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
 * What moved on one day in payments of one currency and VAT rate that the provider settles in one currency, in cents.
 * Money that came back (a refund that failed, a dispute that was won) lowers what was refunded or disputed. `vat` is that
 * of what was charged less what was refunded. The provider has credited `settled` in its own currency, before its fees.
 */
const DayTotal = v.object({
  day: v.string(),
  currency: v.string(),
  /** In hundredths of a percent; null if the payment has no receipt. */
  vatBasisPoints: v.nullable(v.number()),
  settledCurrency: v.string(),
  payments: v.number(),
  charged: v.number(),
  refunded: v.number(),
  disputed: v.number(),
  vat: v.number(),
  settled: v.number(),
  fees: v.number(),
});
export type DayTotal = v.InferOutput<typeof DayTotal>;

type Period = { from: string; to: string; timeZone: string };

/**
 * Returns sums by day in the given time zone. `from` and `to` are days, both inclusive. Days whose sums are not stored,
 * or have changed since, are summed now.
 */
export async function sumEntriesByDay(db: Db, { from, to, timeZone }: Period): Promise<DayTotal[]> {
  return db.transaction(
    async (tx) => {
      const totals: DayTotal[] = [];
      for (const { day, stored } of await listDays(tx, timeZone, { from, to })) {
        totals.push(...(stored ?? (await sumEntriesOf(tx, day, timeZone))));
      }
      return totals;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** Stores the sums of each day that lacks them or has changed since. */
export async function storeDayTotals(db: Db, timeZone: string): Promise<void> {
  for (const { day, stored } of await listDays(db, timeZone)) {
    if (stored === null) await db.transaction((tx) => storeDay(tx, day, timeZone));
  }
}

async function storeDay(tx: Db, day: string, timeZone: string): Promise<void> {
  // Two processes may work on the same day or in different time zones, before and after a change of the setting.
  await tx.execute(sql`lock table payment_day_totals in share row exclusive mode`);
  await tx.execute(sql`delete from payment_day_totals where time_zone <> ${timeZone}`);
  // Before the sums are read, so that a change that is committed meanwhile remains for the next run.
  await tx.execute(sql`delete from payment_total_changes where ${isOnDay(sql`time`, day, timeZone)}`);
  const totals = JSON.stringify(await sumEntriesOf(tx, day, timeZone));
  await tx.execute(sql`
    insert into payment_day_totals values (${timeZone}, ${day}, ${totals})
    on conflict (time_zone, day) do update set totals = excluded.totals`);
}

/**
 * The days from the first to the last entry or change, with their sums if these are stored and nothing has changed since.
 */
async function listDays(db: Db, timeZone: string, { from, to }: Partial<Period> = {}) {
  const day = (time: SQL) => sql`(${time} at time zone ${timeZone})::date`;
  const all = (aggregate: SQL) => sql`(select ${aggregate} from payment_entries),
    (select ${aggregate} from payment_total_changes)`;
  const result = await db.execute(sql`
    select days.day::text as day, totals as stored
    from (
      select generate_series(greatest(${from ?? null}::date, first)::timestamp, least(${to ?? null}::date, last)::timestamp,
        '1 day')::date as day
      from (select ${day(sql`least(${all(sql`min(time)`)})`)} as first, ${day(sql`greatest(${all(sql`max(time)`)})`)} as last)
        as bounds
      -- greatest() ignores a null, so that an empty ledger would have every day of the period.
      where first is not null
    ) as days left join payment_day_totals stored on stored.day = days.day and time_zone = ${timeZone}
      and stored.day not in (select ${day(sql`time`)} from payment_total_changes)
    order by 1`);
  return parseRows(result, v.object({ day: v.string(), stored: v.nullable(v.array(DayTotal)) }));
}

const isOnDay = (time: SQL | PgColumn, day: string, zone: string) =>
  sql`${time} >= ${startOfDay(sql`${day}::date`, zone)} and ${time} < ${startOfDay(sql`${day}::date + 1`, zone)}`;

/** Midnight comes twice where summer time ends then, and the day begins with the first one. */
const startOfDay = (day: SQL, zone: string) =>
  sql`least((${day})::timestamp at time zone ${zone},
    ((${day})::timestamp - interval '1 hour') at time zone ${zone} + interval '1 hour')`;

/**
 * The VAT of a refund is the difference that it makes, so that a payment refunded in parts leaves none. A sum may exceed
 * an integer of the database.
 */
async function sumEntriesOf(db: Db, day: string, timeZone: string): Promise<DayTotal[]> {
  const sum = (cents: SQL, kinds: readonly EntryKind[] = ENTRY_KINDS) =>
    sql`coalesce(sum(${cents}) filter (where kind in ${[...kinds]}), 0)::float8`;
  const result = await db.execute(sql`
    with moved as (
      select e.*, p.currency, case when p.receipt_number is not null then p.vat_basis_points end as vat_basis_points,
        case when e.kind in ('dispute', 'dispute_reversed') then 0 else e.amount_cents end as supplied_cents
      from payment_entries e join payments p on p.id = e.payment_id
      where e.payment_id in (select payment_id from payment_entries where ${isOnDay(sql`time`, day, timeZone)})
    ), balanced as (
      select *, sum(supplied_cents) over (partition by payment_id order by time, id) as balance_cents from moved
    )
    select ${day} as day, currency, vat_basis_points as "vatBasisPoints", settled_currency as "settledCurrency",
      count(*) filter (where kind = 'charge')::int as payments, ${sum(sql`amount_cents`, ['charge'])} as charged,
      0 - ${sum(sql`amount_cents`, ['refund', 'refund_failed'])} as refunded,
      0 - ${sum(sql`amount_cents`, ['dispute', 'dispute_reversed'])} as disputed,
      ${sum(sql`round(balance_cents * vat_basis_points::numeric / (10000 + vat_basis_points))
        - round((balance_cents - supplied_cents) * vat_basis_points::numeric / (10000 + vat_basis_points))`)} as vat,
      ${sum(sql`settled_cents`)} as settled, ${sum(sql`fee_cents`)} as fees
    from balanced
    where ${isOnDay(sql`time`, day, timeZone)}
    group by currency, vat_basis_points, settled_currency
    order by currency, vat_basis_points nulls last, settled_currency`);
  return parseRows(result, DayTotal);
}

type PaymentFilter = Omit<v.InferOutput<typeof PaymentsQuery>, 'format'> & {
  limit: number;
  timeZone: string;
};

/** A text that many customers contain fills a page from so many payments, without comparing all customers. */
const FIRST_SEARCHED = 2000;

/** Returns one row more than `limit` if there are more. */
export async function listAllPayments(db: Db, filter: PaymentFilter) {
  const { after, status, refund, request, guestRequest, customer, created, timeZone } = filter;
  const isNewestFirst = filter.order === 'newest';
  const isAfter = ifGiven(after, (id) => (isNewestFirst ? lt : gt)(payments.id, id));
  const order = isNewestFirst ? desc(payments.id) : asc(payments.id);
  const conditions = [
    isAfter,
    ifGiven(status, (value) => eq(payments.status, value)),
    ifGiven(refund, (state) => eq(payments.refund, state)),
    filter.owed ? inArray(payments.refund, UNFINISHED_REFUNDS) : undefined,
    filter.disputed ? isNotNull(payments.dispute) : undefined,
    ifGiven(request, (id) => eq(payments.deliveryRequestId, id)),
    ifGiven(guestRequest, (id) => eq(payments.guestRequestId, id)),
    ifGiven(created, (day) => isOnDay(payments.created, day, timeZone)),
  ];
  const list = (isCustomer?: SQL) =>
    selectWithCustomer(db)
      .where(and(...conditions, isCustomer))
      .orderBy(order)
      .limit(filter.limit + 1);
  if (customer === undefined) return list();
  const first = db.select({ id: payments.id }).from(payments).where(isAfter).orderBy(order);
  const contains = or(
    containsAny(ACCOUNT_TEXTS.columns, customer),
    containsAny(CONTACT_TEXTS.columns, customer),
  );
  const found = await list(and(inArray(payments.id, first.limit(FIRST_SEARCHED)), contains));
  return found.length > filter.limit ? found : list(await isOfCustomer(db, customer));
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
  const [isUser, isGuest] = await Promise.all([
    isOneOf(db, payments.userId, ACCOUNT_TEXTS, text),
    isOneOf(db, payments.guestRequestId, CONTACT_TEXTS, text),
  ]);
  return or(isUser, isGuest);
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
