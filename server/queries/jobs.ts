import { and, asc, count, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Db } from '../db/database.ts';
import { jobs } from '../db/schema.ts';

type NewJob = { kind: string; payload: unknown };
export type Job = typeof jobs.$inferSelect;
export type FailedJob = Pick<Job, 'id' | 'kind' | 'created' | 'attempts' | 'lastError' | 'failedAt'>;

/** The database's time, because the clocks of processes differ. `now()` would stand still during a transaction. */
const now = sql`clock_timestamp()`;
const afterMs = (milliseconds: number) => sql`${now} + make_interval(secs => ${milliseconds / 1000})`;

/** Queues a job inside the transaction that it belongs to, so that it exists only if the transaction commits. */
export async function enqueueJob(db: Db, job: NewJob, delayMs = 0): Promise<void> {
  await db.insert(jobs).values({ ...job, runAt: afterMs(delayMs) });
}

/** Deletes the jobs that this transaction has queued: they have the time of its start. */
export async function deleteOwnJobs(tx: Db): Promise<void> {
  await tx.delete(jobs).where(eq(jobs.created, sql`now()`));
}

/** A kind of job and its payload, which may be stored for long and so has ids instead of personal data. */
export function jobKind<Entries extends v.ObjectEntries>(kind: string, entries: Entries) {
  const Payload = v.object(entries);
  return {
    kind,
    enqueue: (db: Db, payload: v.InferInput<typeof Payload>, delayMs = 0) =>
      enqueueJob(db, { kind, payload }, delayMs),
    handle: (work: (payload: v.InferOutput<typeof Payload>, id: string) => Promise<unknown>) => ({
      [kind]: async (payload: unknown, id: string) => {
        await work(v.parse(Payload, payload), id);
      },
    }),
  };
}

/**
 * Claims the oldest due job of each kind, if any, and postpones it by `leaseMs`, so that no other process claims it and
 * it becomes due again if this process dies.
 */
export async function claimJobs(db: Db, kinds: readonly string[], leaseMs: number): Promise<Job[]> {
  // PostgreSQL evaluates an array once, but might repeat a subquery of "in", which claims other rows each time.
  const oldestDue = sql`array(
    select due.id from unnest(${sql.param(kinds)}::text[]) as wanted (kind) cross join lateral (
      select id from jobs
      where kind = wanted.kind and failed_at is null and run_at <= statement_timestamp()
      order by run_at, id limit 1 for update skip locked
    ) as due)`;
  return db
    .update(jobs)
    .set({ runAt: afterMs(leaseMs), attempts: sql`${jobs.attempts} + 1` })
    .where(sql`${jobs.id} = any(${oldestDue})`)
    .returning();
}

export async function renewLease(db: Db, job: Job, leaseMs: number): Promise<void> {
  const runAt = afterMs(leaseMs);
  await db.update(jobs).set({ runAt }).where(heldBy(job));
}

/** Removes a completed job, even if its lease has expired, because the work must not be repeated. */
export async function finishJob(db: Db, job: Job): Promise<void> {
  await db.delete(jobs).where(eq(jobs.id, job.id));
}

/** @param attempts how many of them count as failures */
export async function postponeJob(
  db: Db,
  job: Job,
  { attempts, delayMs, reason: lastError }: { attempts: number; delayMs: number; reason: string },
): Promise<void> {
  const runAt = afterMs(delayMs);
  await db.update(jobs).set({ runAt, lastError, attempts }).where(heldBy(job));
}

/** Marks a job as failed. It is not retried, and operators can list it. */
export async function failJob(db: Db, job: Job, error: string): Promise<void> {
  await db.update(jobs).set({ failedAt: now, lastError: error, runAt: sql`'infinity'` }).where(heldBy(job));
}

/** Failed jobs, oldest first, starting after the job `after`. Operators must not see their payload. */
export async function listFailedJobs(db: Db, after: number, limit: number): Promise<FailedJob[]> {
  const { id, kind, created, attempts, lastError, failedAt } = jobs;
  return db
    .select({ id, kind, created, attempts, lastError, failedAt })
    .from(jobs)
    .where(and(isNotNull(failedAt), sql`${id} > ${after}`))
    .orderBy(asc(id))
    .limit(limit);
}

export async function countJobs(db: Db) {
  const state = sql<
    'waiting' | 'failed'
  >`case when ${jobs.failedAt} is null then 'waiting' else 'failed' end`;
  return db.select({ kind: jobs.kind, state, count: count() }).from(jobs).groupBy(jobs.kind, state);
}

/** Makes a failed job due again, with all its attempts; returns the job, or undefined if there is none. */
export async function retryFailedJob(db: Db, id: number): Promise<Pick<Job, 'kind'> | undefined> {
  const [retried] = await db
    .update(jobs)
    .set({ failedAt: null, runAt: now, attempts: 0 })
    .where(and(eq(jobs.id, id), isNotNull(jobs.failedAt)))
    .returning({ kind: jobs.kind });
  return retried;
}

/** The condition that no other process has claimed the job since: every claim increments the number of attempts. */
function heldBy(job: Job) {
  return and(eq(jobs.id, job.id), eq(jobs.attempts, job.attempts), isNull(jobs.failedAt));
}
