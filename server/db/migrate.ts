import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { OperatorError } from '../config/operator-error.ts';
import { type Db, parseRows } from './database.ts';
import { openPool } from './postgres.ts';

// The build copies the folder beside the bundle, so the same path works in both places.
const DIRECTORY = join(import.meta.dirname, 'migrations');
const MIGRATION_LOCK_ID = 7_213_406;

export type MigrateOptions = {
  directory?: string;
  /** Runs only these, which a backup was made with. */
  only?: ReadonlySet<string>;
  /** Called once if another process holds the lock and this one has to wait for it. */
  onWait?: () => void;
};

/** The database lacks migrations, and this process may not run them. */
class MigrationsPending extends OperatorError {
  constructor(names: string[]) {
    super(`The database lacks these migrations: ${names.join(', ')}. Run "npm run migrate" first.`);
    this.name = 'MigrationsPending';
  }
}

/**
 * Runs every file of migrations/ that has not run yet, in the order of their names, all in one transaction,
 * and returns their names. A file whose number is lower than that of an applied one runs too. Applied
 * migrations that this version does not know are ignored, so that an old version can start beside a new one.
 * Processes that start together wait for each other, for as long as it takes.
 */
export async function migrate(
  db: Db,
  { directory = DIRECTORY, only, onWait }: MigrateOptions = {},
): Promise<string[]> {
  return db.transaction(async (tx) => {
    // The operator may have set time limits for the role or the database. No limit fits a migration.
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`set local lock_timeout = 0`);
    await lockMigrations(tx, onWait);
    await tx.execute(
      sql`create table if not exists schema_migrations (name text primary key, applied timestamptz not null default now())`,
    );
    const pending = (await missingFrom(tx, directory)).filter((name) => only?.has(name) ?? true);
    for (const name of pending) {
      for (const statement of splitStatements(readMigration(name, directory))) {
        await tx.execute(sql.raw(statement));
      }
      await tx.execute(sql`insert into schema_migrations (name) values (${name})`);
    }
    return pending;
  });
}

/**
 * Migrates a PostgreSQL database over a connection of its own, because connections of the server's pool have
 * time limits that a long migration would exceed.
 */
export async function migratePostgres(databaseUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const { db, pool } = openPool(databaseUrl, { poolSize: 1, statementTimeoutMs: 0 });
  try {
    return await migrate(db, options);
  } finally {
    await pool.end();
  }
}

/** @throws MigrationsPending unless every migration of this version has run */
export async function requireMigrations(db: Db): Promise<void> {
  const result = await db.execute(sql`select to_regclass('schema_migrations') is not null as exists`);
  const [table] = parseRows(result, v.object({ exists: v.boolean() }));
  const pending = table?.exists ? await missingFrom(db, DIRECTORY) : migrationFiles();
  if (pending.length > 0) throw new MigrationsPending(pending);
}

async function lockMigrations(tx: Db, onWait: (() => void) | undefined): Promise<void> {
  const result = await tx.execute(sql`select pg_try_advisory_xact_lock(${MIGRATION_LOCK_ID}) as locked`);
  if (parseRows(result, v.object({ locked: v.boolean() })).some((row) => row.locked)) return;
  onWait?.();
  await tx.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK_ID})`);
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
