import { sql } from 'drizzle-orm';
import pg from 'pg';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Db, parseRows } from '../../server/db/database.ts';
import { listAllRequests, listGuestRequests } from '../../server/queries/operator-search.ts';
import { listAllPayments } from '../../server/queries/payment-ledger.ts';
import { claimPaymentsToCheck } from '../../server/queries/payments.ts';
import { readDeliveryPage } from '../../server/routes/delivery-requests.ts';
import type { ListFilter } from '../../src/contract/list-filter.ts';
import { addDeliveries, addSkewedDeliveries } from '../bench/server-rows.ts';
import { type ApiHarness, createApiHarness } from '../support/api-harness.ts';
import { openPostgres } from '../support/databases.ts';

/** The first customer has a tenth of them, all among the oldest third. */
const DELIVERIES = 12_000;
const PAGE = 20;

let harness: ApiHarness;
/** A customer whose deliveries are among the oldest of all. */
let former: { user: { id: number }; token: string };
let other: typeof former;
beforeAll(async () => {
  harness = await createApiHarness(await openPostgres());
  // The customer who was created first gets the old deliveries.
  former = await harness.createUser();
  other = await harness.createUser();
  const name = await harness.db.execute(sql`select current_database() as name`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${parseRows(name, v.object({ name: v.string() }))[0]?.name}`;
  const client = new pg.Client(url.href);
  await client.connect();
  await addDeliveries(client, 2000);
  await addSkewedDeliveries(client, DELIVERIES, 100);
  await client.query(
    `insert into payments (user_id, delivery_request_id, provider, origin, session_state, expires, checked, status,
       amount_cents, currency, description, vat_basis_points, created, last_modified)
     select user_id, id, 'test', '', 'complete', created, created, 2, 1840, 'EUR', '', 2300, created, created
     from delivery_requests`,
  );
  await client.query('vacuum analyze payments');
  await client.end();
});
afterAll(() => harness.close());

/** Rows that the server has read from tables, whether by an index or not, since it last published its statistics. */
async function rowsRead(tx: Db): Promise<number> {
  const read = await tx.execute(
    sql`select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables`,
  );
  return parseRows(read, v.object({ rows: v.number() }))[0]?.rows ?? Number.NaN;
}

function rowsReadBy(work: (tx: Db) => Promise<unknown>): Promise<number> {
  return harness.db.transaction(async (tx) => {
    const before = await rowsRead(tx);
    await work(tx);
    return (await rowsRead(tx)) - before;
  });
}

/** Rows that the server reads for the newest page of a customer. */
function rowsReadForPage(userId: number, filter: ListFilter): Promise<number> {
  const request = { limit: PAGE, after: undefined, filter, number: undefined, search: '' };
  return rowsReadBy(async (tx) => {
    expect((await readDeliveryPage(tx, userId, request)).page).toHaveLength(PAGE);
  });
}

describe('A page of a customer with thousands of deliveries', () => {
  test.each(['all', 'active', 'past'] as const)(
    'reads neither the newer deliveries of others nor the rest of its own: %s (REL-33)',
    async (filter) => {
      // Of each row the request, its order, two events and two looks at its payment, and one row that says whether more
      // follow.
      const ofPage = 7 * PAGE;
      expect(await rowsReadForPage(former.user.id, filter)).toBeLessThan(ofPage);
      expect(await rowsReadForPage(other.user.id, 'all')).toBeLessThan(ofPage);
    },
  );
});

const page = { limit: PAGE, order: undefined, unclear: undefined };
const reference = 'SND-NONE';
test.each<[string, (tx: Db) => Promise<unknown[]>]>([
  ['requests with an unclear place', (tx) => listAllRequests(tx, { ...page, unclear: true })],
  ['requests with a reference', (tx) => listAllRequests(tx, { ...page, reference })],
  ["guests' requests with a reference", (tx) => listGuestRequests(tx, { ...page, reference })],
  ["guests' requests of a day", (tx) => listGuestRequests(tx, { ...page, created: '2020-01-01' })],
  ['refunds that are owed', (tx) => listAllPayments(tx, { ...page, owed: true, timeZone: 'UTC' })],
  [
    'payments to check',
    (tx) => {
      const now = new Date();
      const before = new Date(now.getTime() - 1000);
      return claimPaymentsToCheck(tx, { provider: 'test', ids: undefined }, { before, now, limit: PAGE });
    },
  ],
])('Without a match, the search for %s does not read the table (REL-33)', async (_, search) => {
  const rows = await rowsReadBy(async (tx) => {
    expect(await search(tx)).toEqual([]);
  });
  expect(rows).toBeLessThan(10);
});

test('The download of an account with thousands of deliveries is written page by page (REL-33)', async () => {
  const headers = { authorization: `Bearer ${former.token}` };
  const first = await harness.send('/api/orderrequests', { headers });
  expect(first.body).toHaveLength(500);
  expect(first.body).toMatchObject({ 0: { order: { history: [{}, {}] } } });

  const parts: number[] = [];
  const download = await harness.request('/api/users/export', { headers });
  let text = '';
  for await (const part of download.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    parts.push(part.length);
    text += part;
  }
  expect(JSON.parse(text).deliveries).toHaveLength(DELIVERIES / 10);
  expect(Math.max(...parts)).toBeLessThan(text.length / 2);
});
