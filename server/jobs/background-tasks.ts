import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { apiDay, apiHour } from '../../src/contract/date-text.ts';
import { CLEANUP_INTERVAL_MS } from '../config/limits.ts';
import type { Db } from '../db/database.ts';
import type { OpenDatabase } from '../db/open-database.ts';
import type { Clock, JobHandlers } from '../dependencies.ts';
import { enqueueArrivalEmails } from '../queries/emails.ts';
import { tryAcquireLock } from '../queries/locks.ts';
import { storeDayTotals } from '../queries/payment-ledger.ts';
import { cleanUp } from '../queries/retention.ts';
import { every } from './repeat.ts';
import { startJobRunner } from './runner.ts';

const MINUTE_MS = 60_000;
/** A little less than the time between two runs of a process. */
const RECONCILE_LEASE_S = 25;
const SUMMING_LEASE_S = 290;
/** The first clean-up after a start also runs where processes live for less than an hour. */
const FIRST_CLEANUP_MS = MINUTE_MS;
/** On the operator's clock: early enough for the first deliveries of a day, and never at night. */
const ARRIVAL_MAIL_HOURS = { from: 6, to: 20 };

type BackgroundTaskDependencies = {
  database: OpenDatabase;
  clock: Clock;
  log: Logger;
  payments: { reconcile(): Promise<void> };
  handlers: JobHandlers;
  business: { retentionMonths?: number | undefined; timeZone: string };
};

/** Starts all background work. Stopping waits for what is in progress. */
export function startBackgroundTasks(dependencies: BackgroundTaskDependencies) {
  const { database, clock, log, payments, handlers, business } = dependencies;
  const { db } = database;
  const timers = [
    startJobRunner({ db, log, handlers, onNewJobs: database.onNewJobs }),
    every(MINUTE_MS / 2, 'reconcile payments', log, () =>
      inTurn(db, 'reconcile', RECONCILE_LEASE_S, () => payments.reconcile()),
    ),
    every(5 * MINUTE_MS, 'sum payments', log, () =>
      inTurn(db, 'sum payments', SUMMING_LEASE_S, () => storeDayTotals(db, business.timeZone)),
    ),
    every(5 * MINUTE_MS, 'maintain the database', log, () => database.maintain()),
    every(5 * MINUTE_MS, 'queue arrival emails', log, () =>
      queueArrivalEmails(db, clock.now(), business.timeZone),
    ),
    every(CLEANUP_INTERVAL_MS, 'clean up', log, () => cleanUp(db, clock.now(), business.retentionMonths), {
      firstPauseMs: FIRST_CLEANUP_MS,
    }),
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
export async function queueArrivalEmails(db: Db, now: Date, timeZone: string): Promise<number> {
  const hour = apiHour(now, timeZone);
  if (hour < ARRIVAL_MAIL_HOURS.from || hour >= ARRIVAL_MAIL_HOURS.to) return 0;
  return enqueueArrivalEmails(db, apiDay(now, timeZone));
}
