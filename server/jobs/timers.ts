import type { Logger } from 'pino';
import type { OpenDatabase } from '../db/open.ts';
import { CLEANUP_MS, MAILBOX_LIFE_MS, MAINTENANCE_MS, RECONCILE_MS } from '../limits.ts';
import type { Clock, JobHandlers, Payments } from '../ports.ts';
import { forgetOldMails } from '../queries/mails.ts';
import { forgetOldHits } from '../queries/rate-limits.ts';
import { forgetOldCodes } from '../queries/verification-codes.ts';
import { every, startJobs } from './runner.ts';

type Needs = {
  database: OpenDatabase;
  clock: Clock;
  log: Logger;
  payments: Payments;
  handlers: JobHandlers;
};

/** Everything that the server does without being asked. Stopping waits for what is under way. */
export function startTimers({ database, clock, log, payments, handlers }: Needs): { stop(): Promise<void> } {
  const { db } = database;
  const timers = [
    startJobs({ db, clock, log, handlers }),
    every(RECONCILE_MS, 'reconcile payments', log, () => payments.reconcile()),
    every(MAINTENANCE_MS, 'maintain the database', log, () => database.maintain()),
    every(CLEANUP_MS, 'clean up', log, () => cleanUp(database, clock.now())),
  ];
  return {
    async stop() {
      await Promise.all(timers.map((timer) => timer.stop()));
    },
  };
}

async function cleanUp({ db }: OpenDatabase, now: Date): Promise<void> {
  await forgetOldHits(db, now);
  await forgetOldCodes(db, now);
  await forgetOldMails(db, new Date(now.getTime() - MAILBOX_LIFE_MS));
}
