import type { Logger } from 'pino';
import {
  JOB_CONCURRENCY,
  JOB_LEASE_MS,
  JOB_MAX_ATTEMPTS,
  JOB_MAX_RUN_MS,
  JOB_POLL_INTERVAL_MS,
  JOB_RETRY_DELAYS_MS,
} from '../config/limits.ts';
import type { Db } from '../db/database.ts';
import { rootCause } from '../db/database-errors.ts';
import type { JobHandlers } from '../dependencies.ts';
import { claimJob, failJob, finishJob, type Job, postponeJob, renewLease } from '../queries/jobs.ts';
import { every, failureLevel, PermanentFailure, RetryLater } from './repeat.ts';

export type JobsDependencies = { db: Db; log: Logger; handlers: JobHandlers };
export type JobsOptions = { pollMs?: number; leaseMs?: number; maxRunMs?: number };

/**
 * A small queue: a job is one row of one table, which is written in the transaction of the rows it belongs to, on both
 * databases. The record docs/decisions/0004-job-queue.md says why it is our own.
 *
 * Each kind has its own workers, so that jobs of one kind that hang block no other kind. Only kinds that this
 * version knows are taken: a newer process on the same database may have queued others. Stopping waits for the
 * jobs that are running.
 */
export function startJobRunner(dependencies: JobsDependencies, options: JobsOptions = {}) {
  const pools = Object.keys(dependencies.handlers).map((kind) => startWorkers(dependencies, kind, options));
  return {
    async stop() {
      await Promise.all(pools.map((pool) => pool.stop()));
    },
  };
}

/** Runs every job that is due now, kinds side by side; returns how many were tried. */
export async function runDueJobs(dependencies: JobsDependencies, options: JobsOptions = {}): Promise<number> {
  const counts = await Promise.all(
    Object.keys(dependencies.handlers).map(async (kind) => {
      let count = 0;
      for (let job = await take(); job !== undefined; job = await take()) {
        await runJob(dependencies, job, options);
        count += 1;
      }
      return count;

      function take() {
        return claimJob(dependencies.db, kind, options.leaseMs ?? JOB_LEASE_MS);
      }
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Looks for work every second. Each find starts a worker, which goes on until nothing is due. */
function startWorkers(dependencies: JobsDependencies, kind: string, options: JobsOptions) {
  const { db, log } = dependencies;
  const leaseMs = options.leaseMs ?? JOB_LEASE_MS;
  const workers = new Set<Promise<void>>();
  let isStopped = false;

  const work = async (first: Job) => {
    for (let job: Job | undefined = first; job !== undefined; ) {
      await runJob(dependencies, job, options);
      job = isStopped ? undefined : await claimJob(db, kind, leaseMs);
    }
  };
  const poller = every(options.pollMs ?? JOB_POLL_INTERVAL_MS, `jobs ${kind}`, log, async () => {
    if (workers.size >= JOB_CONCURRENCY) return;
    const job = await claimJob(db, kind, leaseMs);
    if (job === undefined) return;
    const worker: Promise<void> = work(job)
      .catch((error) => log[failureLevel(error)]({ err: error, kind }, 'a job could not be run'))
      .finally(() => workers.delete(worker));
    workers.add(worker);
  });
  return {
    async stop() {
      isStopped = true;
      await poller.stop();
      await Promise.all(workers);
    },
  };
}

/**
 * Runs one job and extends its lease while it runs. One that runs for too long is left to itself: its lease
 * expires, its worker goes on with the next job, and its result still counts whenever it comes.
 */
async function runJob(dependencies: JobsDependencies, job: Job, options: JobsOptions): Promise<void> {
  const { db, log } = dependencies;
  const leaseMs = options.leaseMs ?? JOB_LEASE_MS;
  const heartbeat = setInterval(() => {
    // A lease that could not be extended expires, which is what it is for.
    void renewLease(db, job, leaseMs).catch((error) =>
      log.warn({ err: error, kind: job.kind }, 'a lease was not extended'),
    );
  }, leaseMs / 3);
  const done = finalize(dependencies, job).catch((error) =>
    // Its lease expires then, and the job is due again.
    log[failureLevel(error)]({ err: error, kind: job.kind }, 'the result of a job could not be stored'),
  );
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      log.error({ kind: job.kind, attempts: job.attempts }, 'a job runs for too long');
      resolve();
    }, options.maxRunMs ?? JOB_MAX_RUN_MS);
  });
  await Promise.race([done, tooLong]);
  clearTimeout(timer);
  clearInterval(heartbeat);
}

/** Calls the handler and stores what came of it. */
async function finalize({ db, log, handlers }: JobsDependencies, job: Job): Promise<void> {
  try {
    await handlers[job.kind]?.(job.payload);
  } catch (error) {
    const isFinal = error instanceof PermanentFailure || job.attempts >= JOB_MAX_ATTEMPTS;
    log.error({ err: error, kind: job.kind, attempts: job.attempts, isFinal }, 'a job failed');
    if (isFinal) await failJob(db, job, reasonOf(error));
    else await postponeJob(db, job, delayAfter(error, job), reasonOf(error));
    return;
  }
  await finishJob(db, job);
}

function delayAfter(error: unknown, job: Job): number {
  const requestedMs = error instanceof RetryLater ? error.delayMs : undefined;
  return requestedMs ?? retryDelay(job.attempts);
}

function retryDelay(attempts: number): number {
  return JOB_RETRY_DELAYS_MS[Math.min(attempts, JOB_RETRY_DELAYS_MS.length) - 1] ?? JOB_LEASE_MS;
}

/** What failed, for operators. Messages of other errors are left out, because they may repeat an address or worse. */
function reasonOf(error: unknown): string {
  if (error instanceof PermanentFailure || error instanceof RetryLater) return error.message;
  let cause = rootCause(error);
  // fetch fails with a TypeError, whose cause is the failure of the connection.
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  if (!(cause instanceof Error)) return 'unknown';
  const code = 'code' in cause ? String(cause.code) : '';
  return /^\w+$/.test(code) ? `${cause.name} (${code})` : cause.name;
}
