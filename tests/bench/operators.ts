import pg from 'pg';
import { migratePostgres } from '../../server/db/migrate.ts';
import { type OpenDatabase, openDatabase } from '../../server/db/open-database.ts';
import { listAllRequests, listGuestRequests } from '../../server/queries/operator-search.ts';
import { listAllPayments, storeDayTotals, sumEntriesByDay } from '../../server/queries/payment-ledger.ts';
import { startPostgres } from '../support/postgres.ts';
import { ms } from './format-duration.ts';
import { addPayments } from './server-rows.ts';

/**
 * `npm run bench:operators` measures the operators' searches and the report of eleven months with `ROWS` payments, half of
 * them of customers and half of guests. It prints the first and the median of `ROUNDS` calls of each.
 */
const ROWS = Number(process.env.ROWS ?? 1_000_000);
const ROUNDS = Number(process.env.ROUNDS ?? 9);
const timeZone = 'Europe/Dublin';
const year = { from: '2025-12-26', to: '2026-11-25', timeZone };

const cluster = await startPostgres();
await migratePostgres(cluster.url);
const client = new pg.Client(cluster.url);
await client.connect();
await addPayments(client, ROWS);
const database: OpenDatabase = await openDatabase({
  databaseUrl: cluster.url,
  dataDir: '',
  statementTimeoutMs: 0,
});
const { db } = database;

const report = () => sumEntriesByDay(db, year);
await measure('report, no day summed', report, 1);
await measure('summing all days', () => storeDayTotals(db, timeZone), 1);
await measure('report', report);
// A hundred refunds of payments of all months, before the sums are stored again.
await client.query(
  `
  insert into payment_entries
    (payment_id, kind, amount_cents, source_id, time, balance_transaction, settled_cents, settled_currency, fee_cents)
  select id, 'refund', -100, 're_new' || id, now(), 'txn_new' || id, -100, 'EUR', 0
  from payments where id % ($1::int / 100) = 7`,
  [ROWS],
);
await measure('report after a hundred refunds', report);
await measure('summing after a hundred refunds', () => storeDayTotals(db, timeZone), 1);

const search = { limit: 20, order: 'newest' as const, unclear: undefined };
for (const place of ['Nowhere', 'Bray', '7777 Main', 'Br']) {
  await measure(`requests, place "${place}"`, () => listAllRequests(db, { ...search, place }));
  await measure(`guests' requests, place "${place}"`, () => listGuestRequests(db, { ...search, place }));
}
for (const customer of ['no one', 'una77777@example.ie', 'Una 777', 'walsh', 'al', 'zq', '0861777']) {
  await measure(`requests, customer "${customer}"`, () => listAllRequests(db, { ...search, customer }));
  await measure(`guests' requests, customer "${customer}"`, () =>
    listGuestRequests(db, { ...search, customer }),
  );
  await measure(`payments, customer "${customer}"`, () =>
    listAllPayments(db, { ...search, timeZone, customer }),
  );
}
await database.close();
await client.end();
await cluster.stop();

async function measure(name: string, work: () => Promise<unknown>, rounds = ROUNDS): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  const [first = 0] = times;
  const median = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  console.info(`${name}: ${ms(first)} at first, ${ms(median)} as median`);
}
