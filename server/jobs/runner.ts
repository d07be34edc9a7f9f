import type { Logger } from 'pino';
import { errorCode } from '../config/operator-error.ts';
import type { Db } from '../db/database.ts';
import { rootCause } from '../db/database-errors.ts';
import type { OpenDatabase } from '../db/open-database.ts';
import type { JobHandlers } from '../dependencies.ts';
import { claimJobs, failJob, finishJob, type Job, postponeJob, renewLease } from '../queries/jobs.ts';
import { every, failureLevel, PermanentFailure, Postponed, RetryLater } from './repeat.ts';

const MINUTE_MS = 60_000;
const JOB_POLL_INTERVAL_MS = 1000;
/** How long the pause becomes while nothing is due. Notifications report new jobs, but not that a retry is due. */
const IDLE_POLL_MS = 5000;
const IDLE_POLL_WITHOUT_NOTIFICATIONS_MS = 2000;
const JOB_LEASE_MS = MINUTE_MS;
/** A job that runs for longer gives its slot to the next one and may be taken by another process. */
const JOB_MAX_RUN_MS = 10 * MINUTE_MS;
/** How many jobs of one kind one process runs at once. */
const JOB_CONCURRENCY = 4;
/** After further attempts a job is tried again in an hour. */
const JOB_RETRY_DELAYS_MS = [5000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS];
const JOB_MAX_ATTEMPTS = 12;

export type JobsDependencies = { db: Db; log: Logger; handlers: JobHandlers };
type RunnerDependencies = JobsDependencies & Pick<OpenDatabase, 'onNewJobs'>;
export type JobsOptions = { pollMs?: number; leaseMs?: number; maxRunMs?: number };

/**
 * A small queue: a job is one row, which is written in the transaction of the rows it belongs to. The record
 * docs/decisions/0004-job-queue.md says why it is our own. Each kind has its own workers, so that jobs that hang block
 * no other kind. Only kinds that this version knows are taken: a newer process may have queued others. Stopping waits
 * for the running jobs.
 */
export function startJobRunner(dependencies: RunnerDependencies, options: JobsOptions = {}) {
  const { db, log, handlers } = dependencies;
  const leaseMs = options.leaseMs ?? JOB_LEASE_MS;
  const workers = new Map(Object.keys(handlers).map((kind) => [kind, new Set<Promise<void>>()]));
  let isStopped = false;

  /** Goes on until no job of its kind is due. */
  const work = async (first: Job) => {
    for (let job: Job | undefined = first; job !== undefined; ) {
      await runJob(dependencies, job, options);
      job = isStopped ? undefined : (await claimJobs(db, [job.kind], leaseMs))[0];
    }
  };
  /** Starts one worker for each kind with a job that is due; returns whether there was any. */
  const startWorkers = async () => {
    const free = [...workers].flatMap(([kind, busy]) => (busy.size < JOB_CONCURRENCY ? [kind] : []));
    const claimed = free.length === 0 || isStopped ? [] : await claimJobs(db, free, leaseMs);
    for (const job of claimed) {
      const busy = workers.get(job.kind);
      const worker: Promise<void> = work(job)
        .catch((error) => log[failureLevel(error)]({ err: error, kind: job.kind }, 'a job could not be run'))
        .finally(() => busy?.delete(worker));
      busy?.add(worker);
    }
    return claimed.length > 0;
  };
  const poll = async () => {
    if (!(await startWorkers())) return false;
    while (await startWorkers());
    return true;
  };
  const pollMs = options.pollMs ?? JOB_POLL_INTERVAL_MS;
  const poller = every(pollMs, 'jobs', log, poll, {
    maxPauseMs: () => (notifications.isActive() ? IDLE_POLL_MS : IDLE_POLL_WITHOUT_NOTIFICATIONS_MS),
  });
  const notifications = dependencies.onNewJobs(() => poller.runNow());
  return {
    async stop() {
      isStopped = true;
      await Promise.all([notifications.stop(), poller.stop()]);
      await Promise.all([...workers.values()].flatMap((busy) => [...busy]));
    },
  };
}

/**
 * Runs one job and extends its lease while it runs. One that runs for too long is left to itself: its lease
 * expires, its worker goes on with the next job, and its result still counts whenever it comes.
 */
export async function runJob(dependencies: JobsDependencies, job: Job, options: JobsOptions): Promise<void> {
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
    // A database that was restored uses numbers again.
    await handlers[job.kind]?.(job.payload, `job-${job.id}-${job.created.getTime()}`);
  } catch (error) {
    const isPostponed = error instanceof Postponed;
    const hasFailed = !isPostponed && job.attempts >= JOB_MAX_ATTEMPTS;
    const isFinal = error instanceof PermanentFailure || hasFailed;
    if (!isPostponed)
      log.error({ err: error, kind: job.kind, attempts: job.attempts, isFinal }, 'a job failed');
    if (isFinal) await failJob(db, job, reasonOf(error));
    else {
      const requestedMs = error instanceof RetryLater ? error.delayMs : undefined;
      const delayMs = requestedMs ?? JOB_RETRY_DELAYS_MS[job.attempts - 1] ?? 60 * MINUTE_MS;
      const attempts = isPostponed ? job.attempts - 1 : job.attempts;
      await postponeJob(db, job, { attempts, delayMs, reason: reasonOf(error) });
    }
    return;
  }
  await finishJob(db, job);
}

/** What failed, for operators. Messages of other errors are left out, because they may repeat an address or worse. */
function reasonOf(error: unknown): string {
  if (error instanceof PermanentFailure || error instanceof RetryLater) return error.message;
  let cause = rootCause(error);
  // fetch fails with a TypeError, whose cause is the failure of the connection.
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  if (!(cause instanceof Error)) return 'unknown';
  const code = errorCode(cause);
  return /^\w+$/.test(code) ? `${cause.name} (${code})` : cause.name;
}
