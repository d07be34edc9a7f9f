import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Db } from '../db/database.ts';
import { rowsOf } from '../db/rows.ts';

const moment = v.pipe(
  v.union([v.date(), v.string()]),
  v.transform((value) => new Date(value)),
);

/** A slot further away than this is the trace of a clock that was wrong. */
const ABSURD_MS = 3600_000;

function at(time: Date | number) {
  return sql`${new Date(time).toISOString()}::timestamptz`;
}

/**
 * Takes the next free slot of an upstream: when to ask it. Undefined while it rests, or where the queue is
 * longer than `maxWaitMs`. One statement on one row, so that all processes together keep the rate.
 */
export async function takeSlot(
  db: Db,
  upstream: string,
  now: Date,
  intervalMs: number,
  maxWaitMs: number,
): Promise<Date | undefined> {
  const interval = sql`make_interval(secs => ${intervalMs / 1000})`;
  const result = await db.execute(sql`
    insert into geocode_upstreams as known (upstream, next_slot)
    values (${upstream}, ${at(now)} + ${interval})
    on conflict (upstream) do update set next_slot = ${interval} + case
      when known.next_slot > ${at(now.getTime() + ABSURD_MS)} then ${at(now)}
      else greatest(known.next_slot, ${at(now)})
    end
    where (known.rests_until is null or known.rests_until <= ${at(now)})
      and (known.next_slot <= ${at(now.getTime() + maxWaitMs)}
        or known.next_slot > ${at(now.getTime() + ABSURD_MS)})
    returning next_slot - ${interval} as slot`);
  return rowsOf(result, v.object({ slot: moment }))[0]?.slot;
}

export async function recordUpstreamSuccess(db: Db, upstream: string): Promise<void> {
  await db.execute(sql`
    update geocode_upstreams set failures = 0, rests_until = null
    where upstream = ${upstream} and (failures > 0 or rests_until is not null)`);
}

/** Counts one more failure in a row, and answers how many there are now. */
export async function recordUpstreamFailure(db: Db, upstream: string): Promise<number> {
  const result = await db.execute(sql`
    update geocode_upstreams set failures = failures + 1 where upstream = ${upstream} returning failures`);
  return rowsOf(result, v.object({ failures: v.number() }))[0]?.failures ?? 0;
}

/** Nobody asks before `until`; a longer rest that was already agreed stands. */
export async function restUpstream(db: Db, upstream: string, until: Date): Promise<void> {
  await db.execute(sql`
    update geocode_upstreams set rests_until = greatest(rests_until, ${at(until)})
    where upstream = ${upstream}`);
}

export type CachedAnswer = { answer: unknown; fetched: Date };

export async function readCachedAnswer(db: Db, key: string): Promise<CachedAnswer | undefined> {
  const result = await db.execute(sql`select answer, fetched from geocode_cache where key = ${key}`);
  return rowsOf(result, v.object({ answer: v.unknown(), fetched: moment }))[0];
}

export async function cacheAnswer(db: Db, key: string, answer: unknown, now: Date): Promise<void> {
  await db.execute(sql`
    insert into geocode_cache (key, answer, fetched)
    values (${key}, ${JSON.stringify(answer)}::jsonb, ${at(now)})
    on conflict (key) do update set answer = excluded.answer, fetched = excluded.fetched`);
}

export async function forgetAnswersBefore(db: Db, time: Date): Promise<void> {
  await db.execute(sql`delete from geocode_cache where fetched < ${at(time)}`);
}
