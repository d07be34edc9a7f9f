import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseRows } from '../../server/db/database.ts';
import { migrate, migratePostgres } from '../../server/db/migrate.ts';
import { openDatabase } from '../../server/db/open-database.ts';
import { createApiHarness, parcel } from '../support/api-harness.ts';
import { builtProgram } from '../support/built-program.ts';
import { createDatabase, onBothDatabases } from '../support/databases.ts';
import { spawnServer } from '../support/spawned-server.ts';

/** This is longer than any time limit of the server's connections. Set SEND_MIGRATION_SECONDS=60 for a longer wait. */
const MIGRATION_SECONDS = Number(process.env.SEND_MIGRATION_SECONDS ?? 12.5);

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'send-migrations-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const write = (name: string, statement: string) => writeFileSync(join(directory, name), `${statement};\n`);

describe('A migration on PostgreSQL', () => {
  test('completes once while three processes start, even if it exceeds the statement timeout', async () => {
    const database = await createDatabase();
    // The next version of the server, whose last migration is slow. It is beside the built one, where its packages are.
    const built = dirname(builtProgram('main'));
    const nextVersion = mkdtempSync(`${built}-next-`);
    cpSync(built, nextVersion, { recursive: true });
    writeFileSync(
      join(nextVersion, 'migrations/9999_slow.sql'),
      `select pg_sleep(${MIGRATION_SECONDS});\ncreate table slow (id integer);\n`,
    );
    const servers = Array.from({ length: 3 }, () =>
      spawnServer({ DATABASE_URL: database.url, DATA_DIR: directory, SESSION_SECRET: 's'.repeat(32) }, [
        join(nextVersion, 'main.js'),
      ]),
    );
    const addresses = await Promise.all(servers.map(({ url }) => url));
    const ready = await Promise.all(addresses.map(async (url) => (await fetch(`${url}/readyz`)).status));
    expect(ready).toEqual([200, 200, 200]);
    const waiting = servers.filter(({ output }) => output().includes('Another process is migrating'));
    expect(waiting.length).toBeGreaterThanOrEqual(1);
    await Promise.all(servers.map((server) => server.kill('SIGTERM')));
    rmSync(nextVersion, { recursive: true });
    await database.drop();
  });

  test('does not interrupt a server of the previous version', async () => {
    const database = await createDatabase();
    const harness = await createApiHarness(await openDatabase({ databaseUrl: database.url, dataDir: '' }));
    write('9999_newer.sql', 'alter table orders add column newer text;\ncreate table newer (id integer)');
    expect(await migratePostgres(database.url, { directory })).toEqual(['9999_newer.sql']);
    const { token } = await harness.createUser();
    expect(await harness.status('createDeliveryRequest', { token, body: parcel() })).toBe(201);
    // A process of the old version that starts now does not know the newer migration.
    expect(await migratePostgres(database.url)).toEqual([]);
    await harness.close();
    await database.drop();
  });
});

onBothDatabases('Migrations', (open) => {
  test('run in the order of their names, also when one with a lower number comes later', async () => {
    const database = await open();
    write('0001_first.sql', 'create table first (id integer)');
    write('0014_later.sql', 'create table later (id integer)');
    expect(await migrate(database.db, { directory })).toEqual(['0001_first.sql', '0014_later.sql']);
    write('0004_between.sql', 'alter table first add column between_them integer');
    expect(await migrate(database.db, { directory })).toEqual(['0004_between.sql']);
    expect(await migrate(database.db, { directory })).toEqual([]);
    await database.close();
  });

  test('keep nothing of a file that fails', async () => {
    const database = await open();
    write('0020_good.sql', 'create table good (id integer)');
    write('0021_bad.sql', 'create table bad (id integer);\ncreate table good (id integer)');
    await expect(migrate(database.db, { directory })).rejects.toThrow();
    const result = await database.db.execute(
      sql`select to_regclass('good') is not null as good, to_regclass('bad') is not null as bad`,
    );
    expect(parseRows(result, v.object({ good: v.boolean(), bad: v.boolean() }))).toEqual([
      { good: true, bad: false },
    ]);
    await database.close();
  });

  test('create indexes that are marked as concurrent', async () => {
    const database = await open();
    write('0030_indexed.sql', 'create table indexed (id integer)');
    write(
      '0031_index.sql',
      '-- concurrently\ncreate index concurrently if not exists indexed_ids on indexed (id)',
    );
    expect(await migrate(database.db, { directory })).toEqual(['0030_indexed.sql', '0031_index.sql']);
    const result = await database.db.execute(
      sql`select indexname from pg_indexes where tablename = 'indexed'`,
    );
    expect(parseRows(result, v.object({ indexname: v.string() }))).toEqual([{ indexname: 'indexed_ids' }]);
    await database.close();
  });
});
