import { sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';

/**
 * Until the transaction ends, it is the only one that may add to this quota of `owner`. It counts after taking the lock,
 * so that concurrent calls never exceed the quota together.
 */
export async function lockQuota(tx: Db, quota: string, owner: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${quota} ${owner}`}, 0))`);
}
