import type { Logger } from 'pino';
import {
  ASSET_LIFE_DAYS,
  CLEANUP_INTERVAL_MS,
  MAILBOX_RETENTION_MS,
  MAINTENANCE_INTERVAL_MS,
  RECONCILE_INTERVAL_MS,
} from '../config/limits.ts';
import type { OpenDatabase } from '../db/open-database.ts';
import type { Clock, JobHandlers, Payments } from '../dependencies.ts';
import { deleteMailsBefore } from '../queries/mails.ts';
import { forgetOldAssets } from '../queries/page-assets.ts';
import { deleteExpiredHits } from '../queries/rate-limits.ts';
import { deleteExpiredCodes } from '../queries/verification-codes.ts';
import { every } from './repeat.ts';
import { startJobRunner } from './runner.ts';

type BackgroundTaskDependencies = {
  database: OpenDatabase;
  clock: Clock;
  log: Logger;
  payments: Payments;
  handlers: JobHandlers;
};

/** Starts all background work. Stopping waits for what is in progress. */
export function startBackgroundTasks({
  database,
  clock,
  log,
  payments,
  handlers,
}: BackgroundTaskDependencies): { stop(): Promise<void> } {
  const { db } = database;
  const timers = [
    startJobRunner({ db, log, handlers }),
    every(RECONCILE_INTERVAL_MS, 'reconcile payments', log, () => payments.reconcile()),
    every(MAINTENANCE_INTERVAL_MS, 'maintain the database', log, () => database.maintain()),
    every(CLEANUP_INTERVAL_MS, 'clean up', log, () => deleteExpiredRows(database, clock.now())),
  ];
  return {
    async stop() {
      await Promise.all(timers.map((timer) => timer.stop()));
    },
  };
}

async function deleteExpiredRows({ db }: OpenDatabase, now: Date): Promise<void> {
  await deleteExpiredHits(db, now);
  await deleteExpiredCodes(db, now);
  await forgetOldAssets(db, ASSET_LIFE_DAYS);
  await deleteMailsBefore(db, new Date(now.getTime() - MAILBOX_RETENTION_MS));
}
