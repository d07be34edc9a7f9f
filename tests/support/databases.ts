import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import * as v from 'valibot';
import { afterAll, describe, inject } from 'vitest';
import { type Db, parseRows } from '../../server/db/database.ts';
import { type OpenDatabase, openDatabase } from '../../server/db/open-database.ts';
import { openInMemory } from './in-memory-database.ts';

type Opener = () => Promise<OpenDatabase>;

/** Runs the same tests on the embedded database and on PostgreSQL, each on a database of its own without rows. */
export function onBothDatabases(title: string, tests: (open: Opener) => void): void {
  describe(`${title} (embedded)`, () => tests(openEmbedded));
  describe(`${title} (PostgreSQL)`, () => tests(openPostgres));
}

/** An embedded database in memory, with all tables and no rows. */
export const openEmbedded = reuseDatabases(async () =>
  openInMemory(await openAsBlob(inject('embeddedDump'))),
);

/** An embedded database in memory without tables. */
export const openEmptyEmbedded = () => openInMemory();

/** A PostgreSQL database with all tables and no rows. */
export const openPostgres = reuseDatabases(() => openPostgresCopy(inject('postgresTemplate')));

/** A PostgreSQL database without tables. */
export const openEmptyPostgres = () => openPostgresCopy();

/**
 * Reuses a database that a test has closed for the next test of the same file, because emptying the tables takes a
 * tenth of the processor time of creating a database.
 */
function reuseDatabases(create: Opener): Opener {
  const unused: OpenDatabase[] = [];
  const all = new Set<OpenDatabase>();
  // The next test file in the same process has this module again, without these databases.
  afterAll(async () => {
    await Promise.all([...all].map((database) => database.close()));
  });
  return async () => {
    const database = unused.pop() ?? (await create());
    all.add(database);
    const { db, revoke } = revocable(database.db);
    const empty = async () => {
      revoke();
      try {
        await database.db.execute(EMPTY_TABLES);
        unused.push(database);
      } catch {
        // The test has made the database unusable.
        all.delete(database);
        await database.close();
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
    if has_rows then execute format('truncate %s restart identity cascade', name); end if;
  end loop;
  for name in select format('%I.%I', schemaname, sequencename) from pg_sequences where last_value is not null loop
    execute format('alter sequence %s restart', name);
  end loop;
end $$`;

async function openPostgresCopy(template?: string): Promise<OpenDatabase> {
  const database = await createDatabase(template);
  const opened = await openDatabase({ databaseUrl: database.url, dataDir: '', poolSize: 20 });
  return {
    ...opened,
    async close() {
      await opened.close();
      await database.drop();
    },
  };
}

/** A database in the run's temporary cluster: empty, or a copy of `template`. */
export async function createDatabase(
  template = 'template1',
): Promise<{ url: string; drop(): Promise<void> }> {
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
