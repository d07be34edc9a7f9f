import type { Logger } from 'pino';
import {
  CLEANUP_INTERVAL_MS,
  MAILBOX_RETENTION_MS,
  MAINTENANCE_INTERVAL_MS,
  RECONCILE_INTERVAL_MS,
} from '../config/limits.ts';
import type { OpenDatabase } from '../db/open-database.ts';
import type { Clock, JobHandlers, Payments } from '../dependencies.ts';
import { deleteMailsBefore } from '../queries/mails.ts';
import { deleteExpiredHits } from '../queries/rate-limits.ts';
import { deleteExpiredCodes } from '../queries/verification-codes.ts';
import { startJobRunner, startRepeating } from './runner.ts';

type BackgroundTaskDependencies = {
  database: OpenDatabase;
  clock: Clock;
  log: Logger;
  payments: Payments;
  handlers: JobHandlers;
};

/** Everything that the server does without being asked. Stopping waits for what is under way. */
export function startBackgroundTasks({
  database,
  clock,
  log,
  payments,
  handlers,
}: BackgroundTaskDependencies): { stop(): Promise<void> } {
  const { db } = database;
  const timers = [
    startJobRunner({ db, clock, log, handlers }),
    startRepeating(RECONCILE_INTERVAL_MS, 'reconcile payments', log, () => payments.reconcile()),
    startRepeating(MAINTENANCE_INTERVAL_MS, 'maintain the database', log, () => database.maintain()),
    startRepeating(CLEANUP_INTERVAL_MS, 'clean up', log, () => deleteExpiredRows(database, clock.now())),
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
  await deleteMailsBefore(db, new Date(now.getTime() - MAILBOX_RETENTION_MS));
}
