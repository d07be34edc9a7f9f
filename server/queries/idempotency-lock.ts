import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Db } from '../db/database.ts';
import { parseRows } from '../db/parse-rows.ts';

/** Locks (owner, key) until the transaction ends. Returns false immediately if another transaction holds the lock. */
export async function tryIdempotencyLock(tx: Db, owner: string, key: string): Promise<boolean> {
  const number = createHash('sha256').update(`${owner} ${key}`).digest().readBigInt64BE();
  const result = await tx.execute(
    sql`select pg_try_advisory_xact_lock(${number.toString()}::bigint) as taken`,
  );
  return parseRows(result, v.object({ taken: v.boolean() })).some((row) => row.taken);
}
