import { inArray, sql } from 'drizzle-orm';
import type { Db } from '../../server/db/database.ts';
import { jobs } from '../../server/db/schema.ts';
import type { JobsDependencies } from '../../server/jobs/runner.ts';
import { runDueJobs } from './run-due-jobs.ts';

/**
 * Returns a function that runs the jobs of a sandbox that are due on a clock of tests, first those that decide payments
 * and refunds, and then those that deliver the webhooks about it. The queue itself uses the clock of the database.
 */
export function createSandboxJobRunner({ db, log, handlers }: JobsDependencies, aheadMs: () => number) {
  let shiftedMs = aheadMs();
  return async () => {
    const passedMs = aheadMs() - shiftedMs;
    shiftedMs += passedMs;
    // A clock that is set back delays nothing: a job that was queued since then would have to wait.
    if (passedMs > 0) await shiftJobs(db, Object.keys(handlers), passedMs);
    for (const [kind, handle] of Object.entries(handlers)) {
      await runDueJobs({ db, log, handlers: { [kind]: handle } });
    }
  };
}

async function shiftJobs(db: Db, kinds: string[], milliseconds: number): Promise<void> {
  await db
    .update(jobs)
    .set({ runAt: sql`${jobs.runAt} - make_interval(secs => ${milliseconds / 1000})` })
    .where(inArray(jobs.kind, kinds));
}
