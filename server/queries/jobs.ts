import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { jobs } from '../db/schema.ts';

type NewJob = { kind: string; payload: unknown; runAt: Date };
export type Job = typeof jobs.$inferSelect;

/** Queues work inside the transaction that it belongs to: it exists exactly if the transaction commits. */
export async function enqueueJob(db: Db, job: NewJob): Promise<void> {
  await db.insert(jobs).values(job);
}

/**
 * Takes the oldest job that is due, if any, and moves it `leaseMs` into the future, so that no other process
 * takes it meanwhile and it comes back by itself if this process dies.
 */
export async function claimJob(db: Db, now: Date, leaseMs: number): Promise<Job | undefined> {
  return db.transaction(async (tx) => {
    const [job] = await tx
      .select()
      .from(jobs)
      .where(lte(jobs.runAt, now))
      .orderBy(asc(jobs.runAt), asc(jobs.id))
      .limit(1)
      .for('update', { skipLocked: true });
    if (job === undefined) return undefined;
    const [taken] = await tx
      .update(jobs)
      .set({ runAt: new Date(now.getTime() + leaseMs), attempts: sql`${jobs.attempts} + 1` })
      .where(eq(jobs.id, job.id))
      .returning();
    return taken;
  });
}

/** Only the taker whose lease still stands may end a job: another may have taken it over. */
export async function finishJob(db: Db, job: Job): Promise<void> {
  await db.delete(jobs).where(and(eq(jobs.id, job.id), eq(jobs.attempts, job.attempts)));
}

export async function postponeJob(db: Db, job: Job, runAt: Date, error: string): Promise<void> {
  await db
    .update(jobs)
    .set({ runAt, lastError: error })
    .where(and(eq(jobs.id, job.id), eq(jobs.attempts, job.attempts)));
}
