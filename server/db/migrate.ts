import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Db } from './database.ts';
import { parseRows } from './parse-rows.ts';

// The build copies the folder beside the bundle, so the same words find it in both places.
const DIRECTORY = join(import.meta.dirname, 'migrations');
const MIGRATION_LOCK_ID = 7_213_406;

/**
 * Brings the tables up to date: every file of migrations/ that has not run yet, in the order of their names,
 * all in one transaction. Processes that start together wait for each other. Answers what ran.
 */
export async function migrate(db: Db, directory = DIRECTORY): Promise<string[]> {
  const files = readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK_ID})`);
    await tx.execute(
      sql`create table if not exists schema_migrations (name text primary key, applied timestamptz not null default now())`,
    );
    const done = new Set(await appliedMigrations(tx));
    const fresh = files.filter((name) => !done.has(name));
    for (const name of fresh) {
      for (const statement of splitStatements(readFileSync(join(directory, name), 'utf8'))) {
        await tx.execute(sql.raw(statement));
      }
      await tx.execute(sql`insert into schema_migrations (name) values (${name})`);
    }
    return fresh;
  });
}

async function appliedMigrations(db: Db): Promise<string[]> {
  const result = await db.execute(sql`select name from schema_migrations`);
  return parseRows(result, v.object({ name: v.string() })).map((row) => row.name);
}

/** One at a time, because the embedded database prepares each. A statement ends with a `;` at a line's end. */
function splitStatements(file: string): string[] {
  return file
    .replace(/^\s*--.*$/gm, '')
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
