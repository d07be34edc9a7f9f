import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../server/db/open-database.ts';
import { checkConnectionLimits } from '../../server/db/postgres.ts';
import { createDatabase } from '../support/databases.ts';

let created: Awaited<ReturnType<typeof createDatabase>>;
let database: OpenDatabase;
beforeEach(async () => {
  created = await createDatabase();
  database = await openDatabase({ databaseUrl: created.url, dataDir: '', poolSize: 4 });
});
afterEach(async () => {
  await database.close();
  await created.drop();
});

const check = (poolSize: number, isPooled = false) =>
  checkConnectionLimits(database.db, { poolSize, isPooled });

test('A start with enough connections says nothing (PRD-98)', async () => {
  expect(await check(7)).toBeUndefined();
});

test('A start ends with a sentence if PostgreSQL allows too few connections for one process (PRD-98)', async () => {
  await database.db.execute(
    sql.raw(`alter database ${new URL(created.url).pathname.slice(1)} connection limit 8`),
  );
  await expect(check(8)).rejects.toThrow(
    'DATABASE_POOL_SIZE is 8, but PostgreSQL allows only 8 connections, of which each process needs one more.',
  );
});

test('A start warns if other processes use the connections that it may need (PRD-98)', async () => {
  await Promise.all(Array.from({ length: 4 }, () => database.db.execute(sql`select pg_sleep(0.1)`)));
  // The test cluster allows 300 connections, of which 3 are reserved.
  expect(await check(295)).toMatch(
    /^PostgreSQL allows 297 connections, \d+ are in use, and this process may open 296\./,
  );
});

test('Behind a pooler, a start warns if the role has no time limit for statements (PRD-95)', async () => {
  const own = await openDatabase({ databaseUrl: created.url, dataDir: '', statementTimeoutMs: 0 });
  const warning = await checkConnectionLimits(own.db, { poolSize: 7, isPooled: true });
  await own.close();
  expect(warning).toContain("alter role … set statement_timeout = '10s'");
  expect(await check(7, true)).toBeUndefined();
});
