import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { errorCode, OperatorError } from '../config/operator-error.ts';
import { type Db, parseRows } from './database.ts';
import { rootCause } from './database-errors.ts';
import { openPool } from './postgres.ts';

// The build copies the folder beside the bundle, so the same path works in both places.
const DIRECTORY = join(import.meta.dirname, 'migrations');
export const MIGRATION_LOCK_ID = 7_213_406;
const LOCK_POLL_MS = 500;
/** Writes that come after a statement which waits for a table wait behind it, so it waits for this long at most. */
const TABLE_LOCK_TIMEOUT_MS = 100;
/** One attempt a second: an operator has to end what holds the table for ten minutes. */
const TABLE_LOCK_ATTEMPTS = 600;
const TABLE_LOCK_PAUSE_MS = 1000;
/** The first line of a file whose statements only create or drop indexes and run outside of a transaction. */
const CONCURRENT = '-- concurrently\n';
/** The first line of a file whose statements change some rows each time and run again until they return none. */
const BATCHES = '-- batches\n';

export type MigrateOptions = {
  directory?: string;
  /** Runs only these, which a backup was made with. */
  only?: ReadonlySet<string>;
  /** Called with a sentence for the operator, once for each cause of waiting. */
  onWait?: (reason: string) => void;
};

/**
 * Runs every file of migrations/ that has not run yet, in the order of their names, each in one transaction, and returns
 * their names. A file whose number is lower than that of an applied one runs too. Applied migrations that this version
 * does not know are ignored, so that an old version can start beside a new one. Nothing else may use the database
 * meanwhile.
 */
export function migrate(db: Db, options: MigrateOptions = {}): Promise<string[]> {
  return applyPending(db, options, applyAlone);
}

/**
 * Migrates a PostgreSQL database while servers use it: no statement makes their writes wait for longer than a moment.
 * Processes that start together take turns: one connection holds the lock and another migrates. Those that wait ask
 * again and again, because building an index concurrently waits for statements that wait for a lock.
 */
export async function migratePostgres(databaseUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const { db, pool } = openPool(databaseUrl, { poolSize: 2, statementTimeoutMs: 0 });
  const apply = (file: Migration) => retryLocks(file, options, () => applyOnline(db, file));
  try {
    for (let isFirst = true; ; isFirst = false) {
      const applied = await db.transaction(async (tx) =>
        (await tryLock(tx)) ? applyPending(db, options, (_, file) => apply(file)) : undefined,
      );
      if (applied !== undefined) return applied;
      if (isFirst) options.onWait?.('Another process is migrating the database. Waiting for it to finish.');
      await pause(LOCK_POLL_MS);
    }
  } finally {
    await pool.end();
  }
}

type Migration = { name: string; statements: string[]; isConcurrent: boolean; isBatched: boolean };

async function applyPending(
  db: Db,
  { directory = DIRECTORY, only }: MigrateOptions,
  apply: (db: Db, file: Migration) => Promise<void>,
): Promise<string[]> {
  await db.execute(
    sql`create table if not exists schema_migrations (name text primary key, applied timestamptz not null default now())`,
  );
  const pending = (await missingFrom(db, directory)).filter((name) => only?.has(name) ?? true);
  for (const name of pending) {
    const text = readMigration(name, directory);
    await apply(db, {
      name,
      statements: splitStatements(text),
      isConcurrent: text.startsWith(CONCURRENT),
      isBatched: text.startsWith(BATCHES),
    });
  }
  return pending;
}

async function applyAlone(db: Db, { name, statements, isBatched }: Migration): Promise<void> {
  await db.transaction(async (tx) => {
    for (const statement of statements) {
      while ((await run(tx, statement.replace(/ index concurrently /i, ' index '))) && isBatched);
    }
    await recordMigration(tx, name);
  });
}

async function applyOnline(db: Db, file: Migration): Promise<void> {
  const { name, statements, isConcurrent, isBatched } = file;
  const runBriefly = <Result>(work: (tx: Db) => Promise<Result>) =>
    db.transaction(async (tx) => {
      await tx.execute(sql.raw(`set local lock_timeout = ${TABLE_LOCK_TIMEOUT_MS}`));
      return work(tx);
    });
  if (!isConcurrent && !isBatched) {
    return runBriefly(async (tx) => {
      for (const statement of statements) await run(tx, statement);
      await recordMigration(tx, name);
    });
  }
  for (const statement of statements) {
    await dropInvalidIndex(db, statement);
    if (isBatched) while (await runBriefly((tx) => run(tx, statement)));
    else await run(db, statement);
  }
  await recordMigration(db, name);
}

/** Returns whether the statement has returned rows. */
async function run(db: Db, statement: string): Promise<boolean> {
  return parseRows(await db.execute(sql.raw(statement)), v.unknown()).length > 0;
}

async function recordMigration(db: Db, name: string): Promise<void> {
  await db.execute(sql`insert into schema_migrations (name) values (${name})`);
}

/** A run that was killed or failed leaves an index behind that no query uses, but that every write updates. */
async function dropInvalidIndex(db: Db, statement: string): Promise<void> {
  const index = /^create (?:unique )?index concurrently if not exists (\w+)/i.exec(statement)?.[1];
  if (index === undefined) return;
  const result = await db.execute(
    sql`select 1 as found from pg_index where indexrelid = to_regclass(${index}) and not indisvalid`,
  );
  if (parseRows(result, v.object({})).length === 0) return;
  await db.execute(sql`drop index concurrently if exists ${sql.identifier(index)}`);
}

/** Tries a file again whose statement did not get its lock, or got into a deadlock. */
async function retryLocks({ name }: Migration, { onWait }: MigrateOptions, apply: () => Promise<void>) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await apply();
    } catch (error) {
      const isLocked = ['55P03', '40P01'].includes(errorCode(rootCause(error)));
      if (!isLocked || attempt === TABLE_LOCK_ATTEMPTS) throw error;
    }
    if (attempt === 1) onWait?.(`${name} waits for a transaction that uses its table.`);
    await pause(TABLE_LOCK_PAUSE_MS);
  }
}

/** @throws OperatorError unless every migration of this version has run */
export async function requireMigrations(db: Db): Promise<void> {
  const result = await db.execute(sql`select to_regclass('schema_migrations') is not null as exists`);
  const [table] = parseRows(result, v.object({ exists: v.boolean() }));
  const pending = table?.exists ? await missingFrom(db, DIRECTORY) : migrationFiles();
  if (pending.length === 0) return;
  throw new OperatorError(
    `The database lacks these migrations: ${pending.join(', ')}. Run "npm run migrate" first.`,
  );
}

async function tryLock(tx: Db): Promise<boolean> {
  // A statement with parameters would keep its snapshot, for whose end the building of an index waits.
  const result = await tx.execute(
    sql.raw(`select pg_try_advisory_xact_lock(${MIGRATION_LOCK_ID}) as locked`),
  );
  return parseRows(result, v.object({ locked: v.boolean() })).some((row) => row.locked);
}

async function missingFrom(db: Db, directory: string): Promise<string[]> {
  const result = await db.execute(sql`select name from schema_migrations`);
  const applied = new Set(parseRows(result, v.object({ name: v.string() })).map((row) => row.name));
  return migrationFiles(directory).filter((name) => !applied.has(name));
}

/** The names of the migrations of this version, in their order. */
export function migrationFiles(directory = DIRECTORY): string[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort();
}

/** Every migration of this version with its text, in the order of their names. */
export function readMigrations(): { name: string; text: string }[] {
  return migrationFiles().map((name) => ({ name, text: readMigration(name, DIRECTORY) }));
}

function readMigration(name: string, directory: string): string {
  return readFileSync(join(directory, name), 'utf8');
}

/**
 * Splits a file into statements, because the embedded database prepares each of them. A statement ends with a
 * `;` at the end of a line.
 */
function splitStatements(file: string): string[] {
  return file
    .replace(/^\s*--.*$/gm, '')
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
