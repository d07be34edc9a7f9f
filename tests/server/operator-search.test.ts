import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseRows } from '../../server/db/database.ts';
import type { OpenDatabase } from '../../server/db/open-database.ts';
import { listAllRequests, listGuestRequests } from '../../server/queries/operator-search.ts';
import { listAllPayments } from '../../server/queries/payment-ledger.ts';
import { insertUser } from '../../server/queries/users.ts';
import { openPostgres } from '../support/databases.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openPostgres();
  const contact = { email: 'nora@example.ie', phoneNumber: '', passwordHash: 'none' };
  await insertUser(database.db, { ...contact, name: 'Nora Nowhere', created: new Date() });
});
afterAll(() => database.close());

const scansOf = async (index: string) => {
  const result = await database.db.execute(
    sql`select idx_scan::int as scans from pg_stat_user_indexes where indexrelname = ${index}`,
  );
  return parseRows(result, v.object({ scans: v.number() }))[0]?.scans ?? 0;
};

test.each([
  ['place', 'delivery_requests_places', listAllRequests],
  ['place', 'guest_requests_texts', listGuestRequests],
  ['customer', 'users_texts', listAllRequests],
  ['customer', 'guest_requests_texts', listGuestRequests],
  ['customer', 'guest_requests_texts', listAllPayments],
  ['customer', 'payments_of_user', listAllPayments],
] as const)('the search by %s uses the index %s (PRD-108)', async (field, index, list) => {
  const before = await scansOf(index);
  await database.db.transaction(async (tx) => {
    // The table is empty, so any other way would be quicker.
    await tx.execute(sql`set local enable_seqscan = off`);
    await tx.execute(sql`set local enable_indexscan = off`);
    expect(await list(tx, { limit: 10, timeZone: 'Europe/Dublin', [field]: 'Nowhere' })).toEqual([]);
  });
  await expect.poll(() => scansOf(index)).toBeGreaterThan(before);
});

test('a text without a trigram is compared with the texts alone, not with the trigrams of every row (PRD-108)', async () => {
  let found: unknown;
  const searching = database.db.transaction(async (tx) => {
    await tx.execute(sql`drop function search_trigrams cascade`);
    found = await listGuestRequests(tx, { limit: 10, customer: 'ie' });
    tx.rollback();
  });
  await expect(searching).rejects.toThrow('Rollback');
  expect(found).toEqual([]);
});

test('payments of a customer are found behind thousands of others, and page by page (PRD-108)', async () => {
  const { db } = database;
  await db.execute(sql`
    with guests as (
      insert into guest_requests (first_name, last_name, phone, email, pickup, dropoff, note, created, status)
      select case when n % 2300 = 1 then 'Orla' else 'Una' end, 'Walsh', '', '', '', '', '', now(), 2
      from generate_series(1, 7000) as n returning id
    )
    insert into payments (guest_request_id, provider, origin, session_state, expires, checked, status, amount_cents,
      currency, description, vat_basis_points, created, last_modified)
    select id, 'sandbox', '', 'complete', now(), now(), 2, 100, 'EUR', '', 2300, now(), now() from guests order by id`);
  const search = async (customer: string, after?: number) => {
    const filter = { limit: 1, order: 'newest' as const, timeZone: 'Europe/Dublin', customer, after };
    return (await listAllPayments(db, filter)).map(({ payment }) => payment.id);
  };
  const all: number[] = [];
  for (let page = await search('orla'); page[0] !== undefined; page = await search('orla', page[0])) {
    all.push(page[0]);
  }
  expect(all.map((id) => id - (all.at(-1) ?? 0))).toEqual([6900, 4600, 2300, 0]);
  const [newest = 0, second] = await search('walsh');
  expect(second).toBe(newest - 1);
});
