import { and, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** Whether one of the columns contains the text, in upper or lower case. */
export function containsAny(columns: (SQL | PgColumn)[], text: string): SQL | undefined {
  return or(...columns.map((column) => sql`${column} ilike ${`%${escapeLike(text)}%`}`));
}

/** The same condition, for which PostgreSQL first looks up the trigrams of the text in the index of `indexed`. */
export function containsAnyIndexed(
  columns: (SQL | PgColumn)[],
  text: string,
  indexed: (SQL | PgColumn)[],
): SQL | undefined {
  const content = sql.join(
    indexed.map((column) => sql`coalesce(${column}, '')`),
    sql` || '|' || `,
  );
  return and(sql`search_trigrams(${content}) @> search_trigrams(${text})`, containsAny(columns, text));
}

/**
 * Whether the user or the guest with the id in a column matches. The subquery runs once, while a condition on a joined
 * table would run for each row.
 */
export function isOneOf(id: PgColumn, table: PgTable & { id: PgColumn }, condition: SQL | undefined): SQL {
  return sql`${id} in (select ${table.id} from ${table} where ${condition})`;
}

/** The text with the special characters of `like` escaped. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
