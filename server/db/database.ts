import { sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import * as v from 'valibot';

/**
 * The database as queries see it: both engines speak PostgreSQL's dialect. A transaction has the same type, so that
 * every query can run inside or outside of one.
 */
export type Db = PgDatabase<PgQueryResultHKT>;

/** A time in a row of a raw SQL statement: the drivers return a date or a text. */
export const Timestamp = v.pipe(
  v.union([v.date(), v.string()]),
  v.transform((value) => new Date(value)),
);

/** Validates the rows of a raw SQL statement, because drivers do not guarantee their types. */
export function parseRows<S extends v.GenericSchema>(result: unknown, row: S): v.InferOutput<S>[] {
  return v.parse(v.object({ rows: v.array(row) }), result).rows;
}

/**
 * Builds a frequent statement once for each database or transaction, to which it belongs. Drizzle otherwise builds its
 * text for every call, which takes longer than sending it, and PostgreSQL parses it each time.
 */
export function preparedStatement<Statement>(prepare: (db: Db) => Statement): (db: Db) => Statement {
  const statements = new WeakMap<Db, Statement>();
  return (db) => {
    const known = statements.get(db);
    if (known !== undefined) return known;
    const statement = prepare(db);
    statements.set(db, statement);
    return statement;
  };
}

/** @throws if the database does not respond */
export async function checkDatabaseHealth(db: Db): Promise<void> {
  await db.execute(sql`select 1`);
}
