import type { Logger } from 'pino';
import {
  JOB_LEASE_MS,
  JOB_MAX_ATTEMPTS,
  JOB_POLL_INTERVAL_MS,
  JOB_RETRY_DELAYS_MS,
} from '../config/limits.ts';
import type { Db } from '../db/database.ts';
import type { Clock, JobHandlers } from '../dependencies.ts';
import { claimJob, finishJob, type Job, postponeJob } from '../queries/jobs.ts';

type JobRunnerDependencies = { db: Db; clock: Clock; log: Logger; handlers: JobHandlers };

/** Runs every job that is due now, one after the other; answers how many were tried. */
export async function runDueJobs(dependencies: JobRunnerDependencies): Promise<number> {
  for (let count = 0; ; count++) {
    const job = await claimJob(dependencies.db, dependencies.clock.now(), JOB_LEASE_MS);
    if (job === undefined) return count;
    await runJob(dependencies, job);
  }
}

/** Looks for work every second until stopped; stopping waits for the job that is under way. */
export function startJobRunner(dependencies: JobRunnerDependencies): { stop(): Promise<void> } {
  return startRepeating(JOB_POLL_INTERVAL_MS, 'jobs', dependencies.log, () => runDueJobs(dependencies));
}

/** Repeats work with a pause between, never twice at once; a failure is logged and does not end it. */
export function startRepeating(
  pauseMs: number,
  name: string,
  log: Logger,
  work: () => Promise<unknown>,
): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  const schedule = () => {
    if (!isStopped) timer = setTimeout(turn, pauseMs);
  };
  const turn = () => {
    running = work()
      .then(() => {})
      .catch((error) => log.error({ err: error, name }, 'background work failed'))
      .finally(schedule);
  };
  schedule();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      return running;
    },
  };
}

async function runJob({ db, clock, log, handlers }: JobRunnerDependencies, job: Job): Promise<void> {
  const handler = handlers[job.kind];
  if (handler === undefined) {
    // A newer process on the same database may know this kind.
    await postponeJob(db, job, nextAttemptTime(clock, JOB_RETRY_DELAYS_MS.length), 'no handler');
    return;
  }
  try {
    await handler(job.payload);
    await finishJob(db, job);
  } catch (error) {
    log.error({ err: error, kind: job.kind, attempts: job.attempts }, 'a job failed');
    if (job.attempts >= JOB_MAX_ATTEMPTS) await finishJob(db, job);
    else await postponeJob(db, job, nextAttemptTime(clock, job.attempts), errorName(error));
  }
}

function nextAttemptTime(clock: Clock, attempts: number): Date {
  const wait = JOB_RETRY_DELAYS_MS[Math.min(attempts, JOB_RETRY_DELAYS_MS.length) - 1] ?? JOB_LEASE_MS;
  return new Date(clock.now().getTime() + wait);
}

/** Not the message, which may repeat an address or worse. */
function errorName(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}
