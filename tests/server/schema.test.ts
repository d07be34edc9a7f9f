import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getTableName, is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyPreparedDatabase } from '../../scripts/build/copy-prepared-database.ts';
import { type Db, parseRows } from '../../server/db/database.ts';
import { migrate, migrationFiles } from '../../server/db/migrate.ts';
import { type OpenDatabase, openDatabase } from '../../server/db/open-database.ts';
import * as payments from '../../server/db/payment-schema.ts';
import { unpackPreparedDatabase } from '../../server/db/prepared-database.ts';
import * as core from '../../server/db/schema.ts';
import * as sandbox from '../../server/sandbox/stripe/queries/rows.ts';
import { openEmptyPostgres } from '../support/databases.ts';

const tables = [core, payments, sandbox].flatMap((file) =>
  Object.values(file).filter((value): value is PgTable => is(value, PgTable)),
);

/** Only raw SQL statements use these tables, so they have no second description. */
const UNDESCRIBED_TABLES = [
  'gazetteer_imports',
  'gazetteer_places',
  'geocode_cache',
  'geocode_upstreams',
  'page_assets',
  'payment_day_totals',
  'payment_total_changes',
  'schema_migrations',
  // Version 0.1.0 stores webhooks in it.
  'sandbox_webhooks',
  // The version before this one stores codes in it.
  'verification_codes',
];

const Column = v.object({
  table: v.string(),
  name: v.string(),
  type: v.string(),
  isNotNull: v.boolean(),
  hasDefault: v.boolean(),
  isIdentity: v.boolean(),
  isKey: v.boolean(),
});
type Column = v.InferOutput<typeof Column>;

const format = (columns: Column[]) => columns.map((column) => JSON.stringify(column)).sort();

function describedColumns(table: PgTable): Column[] {
  const { name, columns, primaryKeys } = getTableConfig(table);
  const keys = new Set(primaryKeys.flatMap((key) => key.columns.map((column) => column.name)));
  return columns.map((column) => ({
    table: name,
    name: column.name,
    type: column.getSQLType(),
    isNotNull: column.notNull,
    hasDefault: column.hasDefault && column.generatedIdentity === undefined,
    isIdentity: column.generatedIdentity !== undefined,
    isKey: column.primary || keys.has(column.name),
  }));
}

async function readColumns(db: Db): Promise<Column[]> {
  const rows = await db.execute(sql`
    select c.relname as "table", a.attname as "name", format_type(a.atttypid, a.atttypmod) as "type",
      a.attnotnull as "isNotNull", a.atthasdef as "hasDefault", a.attidentity <> '' as "isIdentity",
      exists (select 1 from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'p' and a.attnum = any (k.conkey)) as "isKey"
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`);
  return parseRows(rows, Column);
}

async function readIndexesAndConstraints(db: Db): Promise<string[]> {
  const rows = await db.execute(sql`
    select indexdef as definition from pg_indexes where schemaname = 'public'
    union all
    select conrelid::regclass::text || ' ' || pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'`);
  return parseRows(rows, v.object({ definition: v.string() }))
    .map(({ definition }) => definition)
    .sort();
}

/** The names of all migrations, and the rows of all other tables. */
async function readContents(db: Db): Promise<string[]> {
  const found = await db.execute(sql`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`);
  const contents: string[] = [];
  for (const { name } of parseRows(found, v.object({ name: v.string() }))) {
    const key = name === 'schema_migrations' ? sql.raw('name') : sql.raw('t::text');
    const rows = await db.execute(sql`select ${key} as row from ${sql.identifier(name)} t`);
    contents.push(...parseRows(rows, v.object({ row: v.string() })).map(({ row }) => `${name}: ${row}`));
  }
  return contents.sort();
}

async function systemIdentifier(db: Db): Promise<string> {
  const rows = await db.execute(sql`select system_identifier::text as id from pg_control_system()`);
  return parseRows(rows, v.object({ id: v.string() }))[0]?.id ?? '';
}

describe('The tables', () => {
  let root: string;
  let embedded: OpenDatabase;
  let postgres: OpenDatabase;
  let archive: string;
  const folder = () => mkdtempSync(join(root, 'folder-'));

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'send-schema-'));
    archive = await copyPreparedDatabase(folder());
    // The only archive here is of other migrations, so the database must be created without it.
    const stale = folder();
    copyFileSync(archive, join(stale, 'database-0000000000000000.tar.gz'));
    embedded = await openDatabase({ databaseUrl: undefined, dataDir: folder(), preparedDir: stale });
    postgres = await openEmptyPostgres();
    for (const { db } of [embedded, postgres]) expect(await migrate(db)).toEqual(migrationFiles());
  });
  afterAll(async () => {
    await embedded.close();
    await postgres.close();
    rmSync(root, { recursive: true, force: true });
  });

  test('in TypeScript are those that the migrations create on both databases', async () => {
    for (const { db } of [embedded, postgres]) {
      const columns = (await readColumns(db)).filter(({ table }) => !UNDESCRIBED_TABLES.includes(table));
      expect([...new Set(columns.map(({ table }) => table))].sort()).toEqual(tables.map(getTableName).sort());
      expect(format(tables.flatMap(describedColumns))).toEqual(format(columns));
    }
    const indexes = await readIndexesAndConstraints(postgres.db);
    expect(indexes.length).toBeGreaterThan(30);
    expect(await readIndexesAndConstraints(embedded.db)).toEqual(indexes);
  });

  test('of the prepared database, with which the first start begins, are the same (PRD-60)', async () => {
    const dataDir = folder();
    const before = Date.now();
    const prepared = await openDatabase({
      databaseUrl: undefined,
      dataDir,
      preparedDir: join(archive, '..'),
    });
    const again = folder();
    expect(unpackPreparedDatabase(join(again, 'pg'), join(archive, '..'))).toBe(true);
    // A database that is created has an identifier of its own, so the same one twice shows that both are copies.
    const second = await openDatabase({ databaseUrl: undefined, dataDir: again });
    const identifier = await systemIdentifier(prepared.db);
    expect(await systemIdentifier(second.db)).toBe(identifier);
    expect(await systemIdentifier(embedded.db)).not.toBe(identifier);

    expect(await migrate(prepared.db)).toEqual([]);
    expect(format(await readColumns(prepared.db))).toEqual(format(await readColumns(embedded.db)));
    expect(await readIndexesAndConstraints(prepared.db)).toEqual(
      await readIndexesAndConstraints(embedded.db),
    );
    expect(await readContents(prepared.db)).toEqual(await readContents(embedded.db));
    const applied = await prepared.db.execute(
      sql`select (extract(epoch from min(applied)) * 1000)::float as at from schema_migrations`,
    );
    expect(parseRows(applied, v.object({ at: v.number() }))[0]?.at).toBeGreaterThanOrEqual(before);
    await prepared.close();
    await second.close();
  });

  test('are unpacked for this user only, and never over an existing or from a damaged file (SEC-04, PRD-60)', () => {
    const source = join(archive, '..');
    const target = join(folder(), 'pg');
    const umask = process.umask(0);
    try {
      expect(unpackPreparedDatabase(target, source)).toBe(true);
    } finally {
      process.umask(umask);
    }
    const entries = readdirSync(target, { recursive: true, withFileTypes: true });
    expect(entries.length).toBeGreaterThan(900);
    for (const entry of entries) {
      const mode = statSync(join(entry.parentPath, entry.name)).mode & 0o777;
      expect(mode).toBe(entry.isDirectory() ? 0o700 : 0o600);
    }
    expect(statSync(target).mode & 0o777).toBe(0o700);

    writeFileSync(join(target, 'PG_VERSION'), 'mine');
    expect(unpackPreparedDatabase(target, source)).toBe(false);
    expect(readFileSync(join(target, 'PG_VERSION'), 'utf8')).toBe('mine');

    const damaged = folder();
    const name = archive.slice(archive.lastIndexOf('/') + 1);
    writeFileSync(join(damaged, name), readFileSync(archive).subarray(0, 1_000_000));
    const empty = folder();
    expect(unpackPreparedDatabase(join(empty, 'pg'), damaged)).toBe(false);
    expect(readdirSync(empty)).toEqual([]);
  });
});
