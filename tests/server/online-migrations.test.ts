import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migratePostgres, migrationFiles } from '../../server/db/migrate.ts';
import { createEmptyDatabase } from '../support/databases.ts';

const WRITES = 20;

let directory: string;
let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let clients: pg.Client[];
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'send-migrations-'));
  database = await createEmptyDatabase();
  clients = [];
  write('0001_visits.sql', 'create table visits (id integer)');
  await migratePostgres(database.url, { directory });
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await database.drop();
  rmSync(directory, { recursive: true, force: true });
});

const write = (name: string, text: string) => writeFileSync(join(directory, name), `${text};\n`);

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(database.url);
  await client.connect();
  clients.push(client);
  return client;
}

/** A transaction that has written to the table and goes on, as a long report or an operator's session does. */
async function openTransaction(): Promise<pg.Client> {
  const client = await connect();
  await client.query('begin');
  await client.query('insert into visits values (0)');
  return client;
}

async function waitFor(client: pg.Client, condition: string): Promise<void> {
  await expect.poll(async () => (await client.query(condition)).rows).not.toEqual([]);
}

async function isValid(client: pg.Client, index: string): Promise<boolean | undefined> {
  const { rows } = await client.query('select indisvalid from pg_index where indexrelid = to_regclass($1)', [
    index,
  ]);
  return rows[0]?.indisvalid;
}

test('a migration that waits for a table does not hold up writes (PRD-100)', async () => {
  const long = await openTransaction();
  const writer = await connect();
  write('0002_column.sql', 'alter table visits add column note text');
  const waits: string[] = [];
  const migrating = migratePostgres(database.url, { directory, onWait: (reason) => waits.push(reason) });
  await waitFor(writer, "select 1 from pg_locks where not granted and mode = 'AccessExclusiveLock'");
  for (let n = 0; n < WRITES; n++) await writer.query('insert into visits values (1)');
  expect(
    (
      await writer.query('select column_name from information_schema.columns where table_name = $1', [
        'visits',
      ])
    ).rows,
  ).toHaveLength(1);
  await expect.poll(() => waits).toEqual(['0002_column.sql waits for a transaction that uses its table.']);
  await long.query('commit');
  expect(await migrating).toEqual(['0002_column.sql']);
});

test('an index is built beside writes (PRD-100)', async () => {
  const long = await openTransaction();
  const writer = await connect();
  write(
    '0002_index.sql',
    '-- concurrently\ncreate index concurrently if not exists visits_ids on visits (id)',
  );
  const migrating = migratePostgres(database.url, { directory });
  await waitFor(writer, "select 1 from pg_index where indexrelid = to_regclass('visits_ids')");
  for (let n = 0; n < WRITES; n++) await writer.query('insert into visits values (1)');
  expect(await isValid(writer, 'visits_ids')).toBe(false);
  await long.query('commit');
  expect(await migrating).toEqual(['0002_index.sql']);
  expect(await isValid(writer, 'visits_ids')).toBe(true);
});

test('an index of a run that failed or was killed is built again (PRD-100)', async () => {
  const client = await connect();
  await client.query('insert into visits values (1), (1)');
  write(
    '0002_index.sql',
    '-- concurrently\ncreate unique index concurrently if not exists visits_ids on visits (id)',
  );
  await expect(migratePostgres(database.url, { directory })).rejects.toThrow();
  expect(await isValid(client, 'visits_ids')).toBe(false);
  await client.query('delete from visits');
  expect(await migratePostgres(database.url, { directory })).toEqual(['0002_index.sql']);
  expect(await isValid(client, 'visits_ids')).toBe(true);
});

test('processes that start together build an index once (PRD-100)', async () => {
  const long = await openTransaction();
  write(
    '0002_index.sql',
    '-- concurrently\ncreate index concurrently if not exists visits_ids on visits (id)',
  );
  const waits: string[] = [];
  const runs = Array.from({ length: 3 }, () =>
    migratePostgres(database.url, { directory, onWait: (reason) => waits.push(reason) }),
  );
  await expect.poll(() => waits.length).toBe(2);
  await long.query('commit');
  expect((await Promise.all(runs)).flat()).toEqual(['0002_index.sql']);
});

test('references of earlier requests are given in batches, so that no write of a request waits for all (PRD-100)', async () => {
  const earlier = await createEmptyDatabase();
  const names = migrationFiles('server/db/migrations');
  await migratePostgres(earlier.url, { only: new Set(names.filter((name) => name < '0092')) });
  const client = new pg.Client(earlier.url);
  await client.connect();
  await client.query('alter table guest_requests alter column reference_number drop default');
  await client.query(
    `insert into guest_requests (first_name, last_name, phone, email, pickup, dropoff, note, created, status)
     select '', '', '', '', '', '', '', now(), 0 from generate_series(1, 4500)`,
  );
  await migratePostgres(earlier.url);
  const { rows } = await client.query(
    'select count(distinct xmin::text)::int as transactions, count(distinct reference_number)::int as given from guest_requests',
  );
  expect(rows).toEqual([{ transactions: 3, given: 4500 }]);
  await client.end();
  await earlier.drop();
});
