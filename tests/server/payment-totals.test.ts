import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { Db } from '../../server/db/database.ts';
import type { OpenDatabase } from '../../server/db/open-database.ts';
import { type EntryKind, paymentEntries, payments } from '../../server/db/payment-schema.ts';
import {
  type DayTotal,
  insertEntries,
  storeDayTotals,
  sumEntriesByDay,
} from '../../server/queries/payment-ledger.ts';
import { deleteOldPayments } from '../../server/queries/retention.ts';
import { onBothDatabases, openPostgres } from '../support/databases.ts';

const DUBLIN = 'Europe/Dublin';
const KATHMANDU = 'Asia/Kathmandu';
const YEAR = { from: '2026-01-01', to: '2026-12-31' };

let transactions = 0;

/** A payment that may have a receipt, with these movements of money in the order of their arrival. */
async function addPayment(db: Db, values: Partial<typeof payments.$inferInsert> = {}): Promise<number> {
  const time = new Date('2026-03-01T12:00:00Z');
  const [row] = await db
    .insert(payments)
    .values({
      provider: 'sandbox',
      origin: 'http://localhost',
      sessionState: 'complete',
      expires: time,
      checked: time,
      status: 2,
      amountCents: 1333,
      currency: 'EUR',
      description: '',
      vatBasisPoints: 2300,
      created: time,
      lastModified: time,
      guestRequestId: await addGuestRequest(db),
      ...values,
    })
    .returning({ id: payments.id });
  if (row === undefined) throw new Error('no payment');
  return row.id;
}

async function addGuestRequest(db: Db): Promise<number> {
  const { rows } = (await db.execute(sql`
    insert into guest_requests (first_name, last_name, phone, email, pickup, dropoff, note, created, status)
    values ('', '', '', '', '', '', '', now(), 0) returning id`)) as unknown as { rows: { id: number }[] };
  return rows[0]?.id ?? 0;
}

const move = (kind: EntryKind, amountCents: number, time: string) => ({
  kind,
  amountCents,
  sourceId: `source_${++transactions}`,
  time: new Date(time),
  balanceTransaction: `txn_${transactions}`,
  settledCents: amountCents - 7,
  settledCurrency: 'USD',
  feeCents: 3,
});

/** The sums as a loop over all entries finds them. */
async function expectedTotals(db: Db, timeZone: string): Promise<string[]> {
  const rows = await db
    .select()
    .from(paymentEntries)
    .innerJoin(payments, eq(payments.id, paymentEntries.paymentId));
  rows.sort(
    ({ payment_entries: a }, { payment_entries: b }) => a.time.getTime() - b.time.getTime() || a.id - b.id,
  );
  const balances = new Map<number, number>();
  const totals = new Map<string, DayTotal>();
  for (const { payment_entries: entry, payments: payment } of rows) {
    const rate = payment.receiptNumber === null ? null : payment.vatBasisPoints;
    const before = balances.get(payment.id) ?? 0;
    const after = entry.kind.startsWith('dispute') ? before : before + entry.amountCents;
    balances.set(payment.id, after);
    const vatOf = (cents: number) => (rate === null ? 0 : Math.round((cents * rate) / (10_000 + rate)));
    const key = {
      day: entry.time.toLocaleDateString('en-CA', { timeZone }),
      currency: payment.currency,
      vatBasisPoints: rate,
      settledCurrency: entry.settledCurrency,
    };
    const name = JSON.stringify(key);
    const total = totals.get(name) ?? {
      ...key,
      payments: 0,
      charged: 0,
      refunded: 0,
      disputed: 0,
      vat: 0,
      settled: 0,
      fees: 0,
    };
    if (entry.kind === 'charge') total.payments += 1;
    if (entry.kind === 'charge') total.charged += entry.amountCents;
    if (entry.kind.startsWith('refund')) total.refunded -= entry.amountCents;
    if (entry.kind.startsWith('dispute')) total.disputed -= entry.amountCents;
    total.vat += vatOf(after) - vatOf(before);
    total.settled += entry.settledCents;
    total.fees += entry.feeCents;
    totals.set(name, total);
  }
  return sorted([...totals.values()]);
}

const sorted = (totals: DayTotal[]) =>
  totals.map((total) => JSON.stringify(Object.entries(total).sort())).sort();

async function countRows(db: Db, table: 'payment_day_totals' | 'payment_total_changes'): Promise<number> {
  const result = await db.execute(sql`select count(*)::int as count from ${sql.identifier(table)}`);
  return (result as unknown as { rows: { count: number }[] }).rows[0]?.count ?? 0;
}

onBothDatabases('the sums of payments by day', (open) => {
  let database: OpenDatabase;
  let db: Db;
  beforeEach(async () => {
    database = await open();
    db = database.db;
    return () => database.close();
  });

  /** The report is the same before and after the sums are stored, and nothing is left to do then. */
  async function expectSums(timeZone = DUBLIN): Promise<void> {
    const expected = await expectedTotals(db, timeZone);
    const report = async () => sorted(await sumEntriesByDay(db, { ...YEAR, timeZone }));
    expect(await report()).toEqual(expected);
    await storeDayTotals(db, timeZone);
    expect(await countRows(db, 'payment_total_changes')).toBe(0);
    expect(await report()).toEqual(expected);
  }

  test('may be larger than the amounts of single payments, as in currencies of small value (PAY-73)', async () => {
    for (let count = 0; count < 30; count += 1) {
      const id = await addPayment(db, { amountCents: 99_999_999, currency: 'INR', receiptNumber: count + 1 });
      await insertEntries(db, id, [move('charge', 99_999_999, '2026-03-01T12:00:00Z')]);
    }
    await expectSums();
    expect((await sumEntriesByDay(db, { ...YEAR, timeZone: DUBLIN }))[0]?.charged).toBe(2_999_999_970);
  });

  test('have every day, also if a day has no midnight in the time zone of the database (PRD-124)', async () => {
    await db.execute(sql`set timezone = 'America/Sao_Paulo'`);
    const id = await addPayment(db);
    await insertEntries(db, id, [
      move('charge', 1333, '2018-11-02T12:00:00Z'),
      move('refund', -333, '2018-11-06T12:00:00Z'),
    ]);
    const period = { from: '2018-11-01', to: '2018-11-06', timeZone: DUBLIN };
    const days = (await sumEntriesByDay(db, period)).map(({ day }) => day);
    await db.execute(sql`reset timezone`);
    expect(days).toEqual(['2018-11-02', '2018-11-06']);
  });

  test.each([
    ['Atlantic/Azores', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'],
    ['America/Havana', '2026-11-01T04:30:00Z', '2026-11-01T05:30:00Z'],
    ['America/Santiago', '2026-09-06T03:30:00Z', '2026-09-06T04:30:00Z'],
  ])('are right on a day in %s that has two midnights or none (PAY-81)', async (timeZone, first, second) => {
    const id = await addPayment(db);
    await insertEntries(db, id, [move('charge', 1333, first)]);
    await expectSums(timeZone);
    await insertEntries(db, id, [move('refund', -333, second)]);
    await expectSums(timeZone);
  });

  test('are those of the entries, after each kind of change (PRD-124)', async () => {
    await expectSums();
    const id = await addPayment(db);
    const other = await addPayment(db, { receiptNumber: 2, vatBasisPoints: 900, currency: 'GBP' });
    await insertEntries(db, other, [move('charge', 999, '2026-03-24T23:59:59.999Z')]);
    await insertEntries(db, id, [move('charge', 1333, '2026-03-25T00:00:00Z')]);
    await expectSums();
    // A receipt that is issued later gives the day its VAT.
    await db.update(payments).set({ receiptNumber: 1 }).where(eq(payments.id, id));
    await expectSums();
    // Partial refunds, of which the earlier one arrives last and changes the rounding of the VAT of the others.
    await insertEntries(db, id, [move('refund', -444, '2026-03-27T12:00:00Z')]);
    await insertEntries(db, id, [move('refund', -445, '2026-03-28T12:00:00Z')]);
    await expectSums();
    await insertEntries(db, id, [move('refund', -444, '2026-03-26T12:00:00Z')]);
    await expectSums();
    await insertEntries(db, id, [
      move('refund_failed', 445, '2026-03-28T18:00:00Z'),
      move('dispute', -888, '2026-03-28T18:00:00Z'),
    ]);
    await insertEntries(db, id, [move('dispute_reversed', 888, '2026-03-29T23:30:00Z')]);
    await expectSums();
    await db.update(payments).set({ vatBasisPoints: 1350 }).where(eq(payments.id, other));
    await expectSums();
    // The retention time is over.
    await deleteOldPayments(db, new Date('2026-03-25T00:00:00Z'));
    await expectSums();
    await deleteOldPayments(db, new Date('2026-12-31T00:00:00Z'));
    await expectSums();
    expect(await sumEntriesByDay(db, { ...YEAR, timeZone: DUBLIN })).toEqual([]);
  });

  test('are those of the entries after random changes, in two time zones in turn (PRD-124)', async () => {
    let seed = 42;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((seed / 2 ** 31) * below);
    };
    const ids: number[] = [];
    const time = () => new Date(Date.UTC(2026, 2, 24 + random(10), random(24), random(60))).toISOString();
    for (let round = 0; round < 9; round++) {
      for (let n = 0; n < 5; n++) {
        const id = await addPayment(db, { receiptNumber: random(2) === 0 ? null : 1000 + ids.length });
        ids.push(id);
        await insertEntries(db, id, [move('charge', 500 + random(5000), time())]);
        const refunded = ids[random(ids.length)] ?? id;
        await insertEntries(db, refunded, [move('refund', -1 - random(400), time())]);
      }
      await expectSums(round % 3 === 2 ? KATHMANDU : DUBLIN);
    }
  });

  test('are read again only for the days that have changed (PRD-124)', async () => {
    const id = await addPayment(db);
    await insertEntries(db, id, [move('charge', 1333, '2026-03-02T12:00:00Z')]);
    const later = await addPayment(db);
    await insertEntries(db, later, [move('charge', 1333, '2026-03-04T12:00:00Z')]);
    await storeDayTotals(db, DUBLIN);
    expect(await countRows(db, 'payment_day_totals')).toBe(3);
    // The report uses what is stored.
    await db.execute(sql`update payment_day_totals set totals = '[]'`);
    const days = async () => (await sumEntriesByDay(db, { ...YEAR, timeZone: DUBLIN })).map(({ day }) => day);
    expect(await days()).toEqual([]);
    await insertEntries(db, later, [move('refund', -1, '2026-03-05T12:00:00Z')]);
    expect(await days()).toEqual(['2026-03-04', '2026-03-05']);
    // Stored sums of another time zone are not used.
    expect((await sumEntriesByDay(db, { ...YEAR, timeZone: KATHMANDU })).map(({ day }) => day)).toEqual([
      '2026-03-02',
      '2026-03-04',
      '2026-03-05',
    ]);
  });
});

test('payments of one day do not wait for each other or for the sums, and none is lost (PRD-124)', async () => {
  const database = await openPostgres();
  const { db } = database;
  const ids = [await addPayment(db), await addPayment(db), await addPayment(db)];
  const time = '2026-03-02T12:00:00Z';
  const pay = (tx: Db, index: number) => insertEntries(tx, ids[index] ?? 0, [move('charge', 100, time)]);
  const count = async () =>
    (await sumEntriesByDay(db, { ...YEAR, timeZone: DUBLIN })).map((total) => total.payments);
  await pay(db, 0);
  await storeDayTotals(db, DUBLIN);
  await db.transaction(async (tx) => {
    await pay(tx, 1);
    // None of these may wait for the open transaction.
    await db.transaction(async (other) => {
      await other.execute(sql`set local lock_timeout = '1ms'`);
      await pay(other, 2);
      await storeDayTotals(db, DUBLIN);
    });
    await storeDayTotals(db, DUBLIN);
    expect(await count()).toEqual([2]);
  });
  expect(await count()).toEqual([3]);
  await storeDayTotals(db, DUBLIN);
  expect(await countRows(db, 'payment_total_changes')).toBe(0);
  expect(await count()).toEqual([3]);
  await database.close();
});

test('processes that sum the same days at once leave the right sums (PRD-124)', async () => {
  const database = await openPostgres();
  const { db } = database;
  const ids = await Promise.all(Array.from({ length: 40 }, () => addPayment(db)));
  const writes = ids.map((id, n) =>
    insertEntries(db, id, [move('charge', 100, `2026-03-0${1 + (n % 3)}T12:00:00Z`)]),
  );
  const sums = [DUBLIN, KATHMANDU, DUBLIN, DUBLIN].map((timeZone) => storeDayTotals(db, timeZone));
  await Promise.all([...writes, ...sums]);
  for (let round = 0; round < 2; round++) {
    const totals = await sumEntriesByDay(db, { ...YEAR, timeZone: DUBLIN });
    expect(totals.reduce((sum, total) => sum + total.payments, 0)).toBe(40);
    await storeDayTotals(db, DUBLIN);
  }
  await database.close();
});
