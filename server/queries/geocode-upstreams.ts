import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { type Db, parseRows, Timestamp } from '../db/database.ts';

/** A time further in the future than this was written by a process whose clock was wrong: no pause is longer. */
const MAX_CLOCK_SKEW_MS = 2 * 3600_000;

function timestampLiteral(time: Date | number) {
  return sql`${new Date(time).toISOString()}::timestamptz`;
}

/**
 * Reserves the next free time slot of an upstream. Undefined while its circuit breaker is open, or if the queue is
 * longer than `maxWaitMs`. A slot that was missed is free again unless later ones have been reserved. It is one
 * statement on one row, so that all processes together respect the rate limit.
 */
export async function reserveSlot(
  db: Db,
  upstream: string,
  slot: { now: Date; intervalMs: number; maxWaitMs: number; missed?: Date | undefined },
): Promise<Date | undefined> {
  const nowMs = slot.now.getTime();
  const now = timestampLiteral(slot.now);
  const latest = timestampLiteral(nowMs + MAX_CLOCK_SKEW_MS);
  const interval = sql`make_interval(secs => ${slot.intervalMs / 1000})`;
  const missed = slot.missed === undefined ? sql`null::timestamptz` : timestampLiteral(slot.missed);
  const result = await db.execute(sql`
    insert into geocode_upstreams as known (upstream, next_slot) values (${upstream}, ${now} + ${interval})
    on conflict (upstream) do update set rests_until = null, next_slot = ${interval} + case
      when known.next_slot > ${latest} or known.next_slot = ${missed} + ${interval} then ${now}
      else greatest(known.next_slot, ${now})
    end
    where (known.rests_until is null or known.rests_until not between ${now} and ${latest})
      and (known.next_slot <= ${timestampLiteral(nowMs + slot.maxWaitMs)} or known.next_slot > ${latest})
    returning next_slot - ${interval} as slot`);
  return parseRows(result, v.object({ slot: Timestamp }))[0]?.slot;
}

export async function recordUpstreamSuccess(db: Db, upstream: string): Promise<void> {
  await db.execute(sql`
    update geocode_upstreams set failures = 0, rests_until = null
    where upstream = ${upstream} and (failures > 0 or rests_until is not null)`);
}

/** Increments the number of consecutive failures and returns it. */
export async function recordUpstreamFailure(db: Db, upstream: string): Promise<number> {
  const result = await db.execute(sql`
    update geocode_upstreams set failures = failures + 1 where upstream = ${upstream} returning failures`);
  return parseRows(result, v.object({ failures: v.number() }))[0]?.failures ?? 0;
}

/** Opens the circuit breaker until `until`, unless it is already open for longer. */
export async function pauseUpstream(db: Db, upstream: string, until: Date): Promise<void> {
  await db.execute(sql`
    update geocode_upstreams set rests_until = greatest(rests_until, ${timestampLiteral(until)})
    where upstream = ${upstream}`);
}

export type CachedResponse = { answer: unknown; fetched: Date };

export async function findCachedResponse(db: Db, key: string): Promise<CachedResponse | undefined> {
  const result = await db.execute(sql`select answer, fetched from geocode_cache where key = ${key}`);
  return parseRows(result, v.object({ answer: v.unknown(), fetched: Timestamp }))[0];
}

export async function cacheResponse(db: Db, key: string, answer: unknown, now: Date): Promise<void> {
  await db.execute(sql`
    insert into geocode_cache (key, answer, fetched)
    values (${key}, ${JSON.stringify(answer)}::jsonb, ${timestampLiteral(now)})
    on conflict (key) do update set answer = excluded.answer, fetched = excluded.fetched`);
}

export async function deleteResponsesBefore(db: Db, time: Date): Promise<void> {
  await db.execute(sql`delete from geocode_cache where fetched < ${timestampLiteral(time)}`);
}
