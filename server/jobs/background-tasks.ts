import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import * as limits from '../config/limits.ts';
import type { Db } from '../db/database.ts';
import type { OpenDatabase } from '../db/open-database.ts';
import type { Clock, JobHandlers } from '../dependencies.ts';
import { archiveOldRequests, deleteOldPayments } from '../queries/archive.ts';
import { deleteOldAudit, deleteOldPolicyViolations } from '../queries/audit.ts';
import { eraseDeletedAccounts } from '../queries/deleted-accounts.ts';
import { enqueueArrivalEmails } from '../queries/emails.ts';
import { eraseOldGuests } from '../queries/guest-requests.ts';
import { tryAcquireLock } from '../queries/locks.ts';
import { forgetOldAssets } from '../queries/page-assets.ts';
import { deleteOldPushSubscriptions } from '../queries/push.ts';
import { deletionsOfOldRows } from '../queries/retention.ts';
import { every } from './repeat.ts';
import { startJobRunner } from './runner.ts';

const MINUTE_MS = 60_000;
/** A little less than the time between two runs of a process. */
const RECONCILE_LEASE_S = 25;
/** The first clean-up after a start also runs where processes live for less than an hour. */
const FIRST_CLEANUP_MS = MINUTE_MS;
/** In UTC. It is early enough for the first deliveries of a day, and never at night. */
const ARRIVAL_MAIL_HOURS = { from: 6, to: 20 };
/** How long assets stay in the database after a process of their version was started last. */
const ASSET_LIFE_DAYS = 60;
const POLICY_VIOLATION_LIFE_MS = 90 * 24 * 60 * MINUTE_MS;

type BackgroundTaskDependencies = {
  database: OpenDatabase;
  clock: Clock;
  log: Logger;
  payments: { reconcile(): Promise<void> };
  handlers: JobHandlers;
  retentionMonths: number | undefined;
};

/** Starts all background work. Stopping waits for what is in progress. */
export function startBackgroundTasks(dependencies: BackgroundTaskDependencies) {
  const { database, clock, log, payments, handlers, retentionMonths } = dependencies;
  const { db } = database;
  const timers = [
    startJobRunner({ db, log, handlers, onNewJobs: database.onNewJobs }),
    every(MINUTE_MS / 2, 'reconcile payments', log, () =>
      inTurn(db, 'reconcile', RECONCILE_LEASE_S, () => payments.reconcile()),
    ),
    every(5 * MINUTE_MS, 'maintain the database', log, () => database.maintain()),
    every(5 * MINUTE_MS, 'queue arrival emails', log, () => queueArrivalEmails(db, clock.now())),
    every(
      limits.CLEANUP_INTERVAL_MS,
      'clean up',
      log,
      () => deleteExpiredRows(db, clock.now(), retentionMonths),
      {
        firstPauseMs: FIRST_CLEANUP_MS,
      },
    ),
  ];
  return {
    async stop() {
      await Promise.all(timers.map((timer) => timer.stop()));
    },
  };
}

/** Of all processes that come within the lease, the first one works. */
export async function inTurn(db: Db, name: string, leaseSeconds: number, work: () => Promise<void>) {
  if (await tryAcquireLock(db, name, randomUUID(), leaseSeconds)) await work();
}

/** Queues the emails about the deliveries of this day, but only at acceptable hours. */
export async function queueArrivalEmails(db: Db, now: Date): Promise<number> {
  const hour = now.getUTCHours();
  if (hour < ARRIVAL_MAIL_HOURS.from || hour >= ARRIVAL_MAIL_HOURS.to) return 0;
  return enqueueArrivalEmails(db, now.toISOString().slice(0, 10));
}

/**
 * Deletes data whose retention time is over. A step that fails does not prevent the others.
 * @param retentionMonths how long deliveries are stored after they ended; without it, for ever
 * @throws AggregateError of all failures
 */
export async function deleteExpiredRows(db: Db, now: Date, retentionMonths?: number): Promise<void> {
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const steps: (() => Promise<unknown>)[] = [
    ...deletionsOfOldRows(db, now),
    () => forgetOldAssets(db, ASSET_LIFE_DAYS),
    () => deleteOldPolicyViolations(db, ago(POLICY_VIOLATION_LIFE_MS).toISOString().slice(0, 10)),
    () => eraseOldGuests(db, ago(limits.GUEST_REQUEST_LIFE_MS)),
    () => deleteOldPayments(db, ago(limits.BOOKKEEPING_MS)),
    () => eraseDeletedAccounts(db),
    () =>
      deleteOldPushSubscriptions(db, {
        created: ago(limits.PUSH_LIFE_MS),
        ended: ago(limits.PUSH_ENDED_LIFE_MS),
      }),
    () => deleteOldAudit(db, ago(limits.AUDIT_LIFE_MS)),
  ];
  if (retentionMonths !== undefined) {
    const before = new Date(now);
    before.setUTCMonth(before.getUTCMonth() - retentionMonths);
    // A shorter month has no such day, and the date has moved on into the next month.
    if (before.getUTCDate() !== now.getUTCDate()) before.setUTCDate(0);
    steps.push(() => archiveOldRequests(db, before));
  }
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error) => failures.push(error));
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, 'several steps failed');
}
