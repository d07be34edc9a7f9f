import type { Logger } from 'pino';
import type { Db } from '../db/database.ts';
import { JOB_LEASE_MS, JOB_MAX_ATTEMPTS, JOB_POLL_MS, JOB_RETRY_MS } from '../limits.ts';
import type { Clock, JobHandlers } from '../ports.ts';
import { finishJob, type Job, postponeJob, takeJob } from '../queries/jobs.ts';

type Needs = { db: Db; clock: Clock; log: Logger; handlers: JobHandlers };

/** Runs every job that is due now, one after the other; answers how many were tried. */
export async function runDueJobs(needs: Needs): Promise<number> {
  for (let count = 0; ; count++) {
    const job = await takeJob(needs.db, needs.clock.now(), JOB_LEASE_MS);
    if (job === undefined) return count;
    await runJob(needs, job);
  }
}

/** Looks for work every second until stopped; stopping waits for the job that is under way. */
export function startJobs(needs: Needs): { stop(): Promise<void> } {
  return every(JOB_POLL_MS, 'jobs', needs.log, () => runDueJobs(needs));
}

/** Repeats work with a pause between, never twice at once; a failure is logged and does not end it. */
export function every(
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

async function runJob({ db, clock, log, handlers }: Needs, job: Job): Promise<void> {
  const handler = handlers[job.kind];
  if (handler === undefined) {
    // A newer process on the same database may know this kind.
    await postponeJob(db, job, later(clock, JOB_RETRY_MS.length), 'no handler');
    return;
  }
  try {
    await handler(job.payload);
    await finishJob(db, job);
  } catch (error) {
    log.error({ err: error, kind: job.kind, attempts: job.attempts }, 'a job failed');
    if (job.attempts >= JOB_MAX_ATTEMPTS) await finishJob(db, job);
    else await postponeJob(db, job, later(clock, job.attempts), kindOf(error));
  }
}

function later(clock: Clock, attempts: number): Date {
  const wait = JOB_RETRY_MS[Math.min(attempts, JOB_RETRY_MS.length) - 1] ?? JOB_LEASE_MS;
  return new Date(clock.now().getTime() + wait);
}

/** Not the message, which may repeat an address or worse. */
function kindOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}
