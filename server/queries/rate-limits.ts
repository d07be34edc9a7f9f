import { eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { type Db, parseRows, Timestamp } from '../db/database.ts';
import { rateLimits } from '../db/schema.ts';

const Hit = v.object({ admitted: v.boolean(), count: v.number(), oldest: Timestamp });
export type Hit = v.InferOutput<typeof Hit>;

/**
 * Counts hits, of which all but the last have been admitted already. The last one is admitted if the window that ends
 * with it has room. It is one statement on one row, so that concurrent hits are serialized and none exceeds the limit. A
 * hit later than a window from now was counted by a clock that was wrong.
 */
export async function recordHits(
  db: Db,
  key: string,
  { count, windowMs }: { count: number; windowMs: number },
  times: readonly Date[],
): Promise<Hit> {
  const now = times.at(-1) ?? new Date();
  const arrayOf = (hits: readonly Date[]) =>
    sql`${`{${hits.map((hit) => hit.toISOString()).join(',')}}`}::timestamptz[]`;
  const [all, earlier] = [arrayOf(times), arrayOf(times.slice(0, -1))];
  const from = sql`${new Date(now.getTime() - windowMs).toISOString()}::timestamptz`;
  const expires = sql`${new Date(now.getTime() + windowMs).toISOString()}::timestamptz`;
  const result = await db.execute(sql`
    insert into rate_limits as known (key, hits, admitted, expires)
    values (${key}, ${all}, true, ${expires})
    on conflict (key) do update set (hits, admitted, expires) = (
      select
        recent || case when cardinality(recent) + ${times.length}::int <= ${count} then ${all} else ${earlier} end,
        cardinality(recent) + ${times.length}::int <= ${count},
        ${expires}
      from (
        select coalesce(array_agg(hit order by hit), '{}'::timestamptz[]) as recent
        from unnest(known.hits) as hit where hit > ${from} and hit < ${expires}
      ) as window_of_hits
    )
    returning admitted, hits[1] as oldest, cardinality(hits) as count`);
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
