import { getTableName, is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { Db } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { parseRows } from '../../server/db/parse-rows.ts';
import * as payments from '../../server/db/payment-schema.ts';
import * as core from '../../server/db/schema.ts';
import * as security from '../../server/db/security-schema.ts';
import * as sandbox from '../../server/sandbox/stripe/queries/tables.ts';
import { openEmptyEmbedded, openEmptyPostgres } from '../support/databases.ts';

const tables = [core, payments, security, sandbox].flatMap((file) =>
  Object.values(file).filter((value): value is PgTable => is(value, PgTable)),
);

/** Only raw SQL statements use these tables, so they have no second description. */
const UNDESCRIBED_TABLES = [
  'gazetteer_imports',
  'gazetteer_places',
  'geocode_cache',
  'geocode_upstreams',
  'page_assets',
  'schema_migrations',
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

test('The tables in TypeScript are those that the migrations create on both databases', async () => {
  const embedded = await openEmptyEmbedded();
  const postgres = await openEmptyPostgres();
  for (const { db } of [embedded, postgres]) {
    await migrate(db);
    const columns = (await readColumns(db)).filter(({ table }) => !UNDESCRIBED_TABLES.includes(table));
    expect([...new Set(columns.map(({ table }) => table))].sort()).toEqual(tables.map(getTableName).sort());
    expect(format(tables.flatMap(describedColumns))).toEqual(format(columns));
  }
  const indexes = await readIndexesAndConstraints(postgres.db);
  expect(indexes.length).toBeGreaterThan(30);
  expect(await readIndexesAndConstraints(embedded.db)).toEqual(indexes);
  await embedded.close();
  await postgres.close();
}, 120_000);
