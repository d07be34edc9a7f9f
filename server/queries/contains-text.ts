import { and, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import * as v from 'valibot';
import { type Db, parseRows } from '../db/database.ts';

/** The condition of a filter, unless the filter is not given. */
export function ifGiven<T>(value: T | undefined, toCondition: (value: T) => SQL | undefined) {
  return value === undefined ? undefined : toCondition(value);
}

/** Whether one of the columns contains the text, in upper or lower case. One comparison is quicker than one for each. */
export function containsAny(columns: (SQL | PgColumn)[], text: string): SQL {
  return sql`lower(concat_ws(e'\\n', ${sql.join(columns, sql`, `)})) like lower(${`%${escapeLike(text)}%`})`;
}

/** The same condition, for which PostgreSQL first looks up the trigrams of the text in the index of `indexed`. */
export function containsAnyIndexed(columns: (SQL | PgColumn)[], text: string, indexed: (SQL | PgColumn)[]) {
  // A shorter text has no trigram, so that those of every row would be compared with nothing.
  if ([...text].length < 3) return containsAny(columns, text);
  const content = sql.join(
    indexed.map((column) => sql`coalesce(${column}, '')`),
    sql` || '|' || `,
  );
  return and(sql`search_trigrams(${content}) @> search_trigrams(${text})`, containsAny(columns, text));
}

/** Columns of a table, and the expressions of an index of trigrams that contains them, in its order. */
export type Texts = {
  table: PgTable & { id: PgColumn };
  columns: (SQL | PgColumn)[];
  indexed?: (SQL | PgColumn)[];
};

/** With more matches than this, most pages are found early in the list. */
const FEW_MATCHES = 5000;

/**
 * Whether the user or the guest with the id in a column contains the text. Few matches are looked up by the index of the
 * column; a subquery of many runs once, while a condition on a joined table would run for each row.
 */
export async function isOneOf(
  db: Db,
  id: PgColumn,
  { table, columns, indexed = columns }: Texts,
  text: string,
): Promise<SQL> {
  const matches = (condition: SQL | undefined) => sql`select ${table.id} from ${table} where ${condition}`;
  const some = await db.execute(
    sql`${matches(containsAnyIndexed(columns, text, indexed))} limit ${FEW_MATCHES + 1}`,
  );
  const ids = parseRows(some, v.object({ id: v.number() })).map((row) => row.id);
  return ids.length > FEW_MATCHES
    ? sql`${id} in (${matches(containsAny(columns, text))})`
    : sql`${id} = any(${sql.param(ids)}::int[])`;
}

export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
