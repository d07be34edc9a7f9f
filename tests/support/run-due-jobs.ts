import { type JobsDependencies, type JobsOptions, runJob } from '../../server/jobs/runner.ts';
import { claimJobs } from '../../server/queries/jobs.ts';

const LEASE_MS = 60_000;

/** Runs every job that is due now, kinds side by side; returns how many were tried. */
export async function runDueJobs(dependencies: JobsDependencies, options: JobsOptions = {}): Promise<number> {
  const counts = await Promise.all(
    Object.keys(dependencies.handlers).map(async (kind) => {
      const take = async () => (await claimJobs(dependencies.db, [kind], options.leaseMs ?? LEASE_MS))[0];
      let count = 0;
      for (let job = await take(); job !== undefined; job = await take()) {
        await runJob(dependencies, job, options);
        count += 1;
      }
      return count;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
