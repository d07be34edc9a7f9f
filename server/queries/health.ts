import { sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';

/** @throws if the database does not respond */
export async function checkDatabaseHealth(db: Db): Promise<void> {
  await db.execute(sql`select 1`);
}
