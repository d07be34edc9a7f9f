import { eq, lt, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Db } from '../db/database.ts';
import { parseRows } from '../db/parse-rows.ts';
import { rateLimits } from '../db/schema.ts';

const Hit = v.object({
  admitted: v.boolean(),
  oldest: v.pipe(
    v.union([v.date(), v.string()]),
    v.transform((value) => new Date(value)),
  ),
});

/**
 * Counts a hit if there were fewer than `count` in the window that ends now. It is one statement on one row, so that
 * concurrent hits are serialized and none exceeds the limit.
 */
export async function recordHit(
  db: Db,
  key: string,
  count: number,
  windowMs: number,
  now: Date,
): Promise<v.InferOutput<typeof Hit>> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const from = sql`${new Date(now.getTime() - windowMs).toISOString()}::timestamptz`;
  const expires = sql`${new Date(now.getTime() + windowMs).toISOString()}::timestamptz`;
  const result = await db.execute(sql`
    insert into rate_limits as known (key, hits, admitted, expires)
    values (${key}, array[${at}], true, ${expires})
    on conflict (key) do update set (hits, admitted, expires) = (
      select
        case when cardinality(recent) < ${count} then recent || ${at} else recent end,
        cardinality(recent) < ${count},
        ${expires}
      from (
        select coalesce(array_agg(hit order by hit), '{}'::timestamptz[]) as recent
        from unnest(known.hits) as hit where hit > ${from}
      ) as window_of_hits
    )
    returning admitted, hits[1] as oldest`);
  const [hit] = parseRows(result, Hit);
  if (hit === undefined) throw new Error('an upsert returned no row');
  return hit;
}

export async function removeLastHit(db: Db, key: string): Promise<void> {
  await db
    .update(rateLimits)
    .set({ hits: sql`trim_array(hits, 1)` })
    .where(sql`${eq(rateLimits.key, key)} and cardinality(hits) > 0`);
}

export async function deleteHits(db: Db, key: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, key));
}

export async function deleteExpiredHits(db: Db, now: Date): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.expires, now));
}
