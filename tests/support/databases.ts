import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import * as v from 'valibot';
import { afterAll, describe, inject, test } from 'vitest';
import { type Db, parseRows } from '../../server/db/database.ts';
import { type OpenDatabase, openDatabase } from '../../server/db/open-database.ts';
import { openInMemory } from './in-memory-database.ts';

type Opener = () => Promise<OpenDatabase>;

/** Runs the same tests on the embedded database and on PostgreSQL, each on a database of its own without rows. */
export function onBothDatabases(title: string, tests: (open: Opener) => void): void {
  describe(`${title} (embedded)`, () => tests(openEmbedded));
  describe(`${title} (PostgreSQL)`, () => tests(openPostgres));
}

/** A long scenario within {@link onBothDatabases} whose statements shorter tests run on both, so that one is enough. */
export function testOnPostgres(open: Opener, title: string, run: () => Promise<void>): void {
  if (open === openPostgres) test(title, run);
}

/** An embedded database in memory, with all tables and no rows. */
export const openEmbedded = reuseDatabases('embedded', async () => {
  const database = await openInMemory(await openAsBlob(inject('embeddedDump')));
  return { open: async () => ({ ...database, close: async () => {} }), drop: () => database.close() };
});

/** An embedded database in memory without tables. */
export const openEmptyEmbedded = () => openInMemory();

/** A PostgreSQL database with all tables and no rows. */
export const openPostgres = reuseDatabases('postgresql', async () => {
  const { url, drop } = await createDatabase();
  return { open: () => openPool(url), drop };
});

/** A PostgreSQL database without tables. */
export async function openEmptyPostgres(): Promise<OpenDatabase> {
  const { url, drop } = await createEmptyDatabase();
  const opened = await openPool(url);
  return { ...opened, close: () => opened.close().then(drop) };
}

const openPool = (databaseUrl: string) => openDatabase({ databaseUrl, dataDir: '', poolSize: 20 });

/** A database that outlives what has opened it. */
type Reusable = { open: Opener; drop(): Promise<void> };

/** Databases without rows that no test uses. The test files of a process share them (see fresh-modules.ts). */
const unused: Record<OpenDatabase['kind'], (Reusable & { tables: unknown })[]> = Object.assign(globalThis, {
  sendUnusedDatabases: Reflect.get(globalThis, 'sendUnusedDatabases') ?? { embedded: [], postgresql: [] },
}).sendUnusedDatabases;

/**
 * Reuses a database that a test has closed for the next test, because emptying the tables takes a hundredth of the
 * processor time of creating a database. A later test file reuses it only if all tables are still the same.
 */
function reuseDatabases(kind: OpenDatabase['kind'], create: () => Promise<Reusable>): Opener {
  type Opened = { reusable: Reusable; database: OpenDatabase; tables: unknown };
  const emptied: Opened[] = [];
  const all = new Set<Opened>();
  afterAll(async () => {
    for (const opened of all) {
      const { database, reusable, tables } = opened;
      const isSame = emptied.includes(opened) && isDeepStrictEqual(await describeTables(database.db), tables);
      await database.close();
      if (isSame) unused[kind].push({ ...reusable, tables });
      else await reusable.drop();
    }
  });
  const openNext = async (): Promise<Opened> => {
    const known = unused[kind].pop();
    const reusable = known ?? (await create());
    const database = await reusable.open();
    const opened = { reusable, database, tables: known?.tables ?? (await describeTables(database.db)) };
    all.add(opened);
    return opened;
  };
  return async () => {
    const opened = emptied.pop() ?? (await openNext());
    const { database, reusable } = opened;
    const { db, revoke } = revocable(database.db);
    const empty = async () => {
      revoke();
      try {
        await database.db.execute(EMPTY_TABLES);
        emptied.push(opened);
      } catch {
        // The test has made the database unusable.
        all.delete(opened);
        await database.close();
        await reusable.drop();
      }
    };
    let emptying: Promise<void> | undefined;
    return {
      ...database,
      db,
      close() {
        emptying ??= empty();
        return emptying;
      },
    };
  };
}

/** After `revoke`, every use of the handle fails as with a closed database, also by a task that still runs. */
function revocable(db: Db): { db: Db; revoke(): void } {
  let isRevoked = false;
  const guarded = new Proxy(db, {
    get(target, name) {
      if (isRevoked) throw new Error('The database is closed');
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return {
    db: guarded,
    revoke() {
      isRevoked = true;
    },
  };
}

/** Deleting a few rows takes a tenth of the time of `truncate`, which creates new files for a table and its indexes. */
const EMPTY_TABLES = sql`do $$
declare
  name text;
  has_rows boolean;
begin
  set local session_replication_role = replica;
  for name in
    select format('%I.%I', schemaname, tablename) from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') and tablename <> 'schema_migrations'
  loop
    execute format('select exists (select from %s)', name) into has_rows;
    if not has_rows then continue; end if;
    if pg_table_size(name) > 100000 then
      execute format('truncate %s cascade', name);
    else
      -- This waits for transactions that still write to the table, whose rows would otherwise remain.
      execute format('lock table %s in share row exclusive mode', name);
      execute format('delete from %s', name);
    end if;
  end loop;
  perform setval(format('%I.%I', schemaname, sequencename), 1, false)
  from pg_sequences where last_value is not null;
end $$`;

/** What changes with every change of tables, columns, indexes, constraints, functions and triggers. */
async function describeTables(db: Db): Promise<unknown> {
  const { rows } = v.parse(
    v.object({ rows: v.array(v.unknown()) }),
    await db.execute(sql`
    select count(*)::int as parts, max(xmin::text::bigint)::text as changed from (
      select xmin from pg_type union all select xmin from pg_attribute union all select xmin from pg_constraint
      union all select xmin from pg_proc union all select xmin from pg_trigger) as part`),
  );
  return rows;
}

type NewDatabase = { url: string; drop(): Promise<void> };

/** A database in the run's temporary cluster that has all tables and no rows. */
export const createDatabase = () => createFrom(inject('postgresTemplate'));

/** A database without tables, for what migrates or fills an empty one. Migrating takes a second of processor time. */
export const createEmptyDatabase = () => createFrom('template1');

async function createFrom(template: string): Promise<NewDatabase> {
  const name = `send_${randomBytes(6).toString('hex')}`;
  const cluster = inject('postgresUrl');
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  await once(cluster, `create database ${name} template ${template}`);
  return { url: url.href, drop: () => once(cluster, `drop database if exists ${name} with (force)`) };
}

async function once(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** How many transactions of PostgreSQL wait for a lock. */
export async function countLockWaits(db: Db): Promise<number> {
  const result = await db.execute(sql`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return parseRows(result, v.object({ count: v.number() }))[0]?.count ?? 0;
}
