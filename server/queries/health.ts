import { sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';

/** Throws where the database does not answer. */
export async function checkDatabaseHealth(db: Db): Promise<void> {
  await db.execute(sql`select 1`);
}
