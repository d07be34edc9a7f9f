import { or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Whether one of the columns contains the text, in upper or lower case. */
export function containsAny(columns: (SQL | PgColumn)[], text: string): SQL | undefined {
  return or(...columns.map((column) => sql`${column} ilike ${`%${escapeLike(text)}%`}`));
}

/** The text with the special characters of `like` escaped. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
