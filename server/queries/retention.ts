import { lt } from 'drizzle-orm';
import {
  AUDIT_LIFE_MS,
  DEVICE_LIFE_MS,
  FAILED_JOB_LIFE_MS,
  MAILBOX_RETENTION_MS,
  SESSION_LIFE_MS,
  SESSION_USE_MS,
  TOKEN_LIFETIME_MS,
} from '../config/limits.ts';
import type { Db } from '../db/database.ts';
import {
  devices,
  emailCounts,
  jobs,
  mailboxEmails,
  rateLimits,
  resetCodes,
  sentEmails,
  sessions,
} from '../db/schema.ts';

/** Rows that are deleted when this long has passed since the time in a column of theirs. */
const RETENTION = [
  { table: rateLimits, time: rateLimits.expires, lifeMs: 0 },
  { table: resetCodes, time: resetCodes.expires, lifeMs: 0 },
  { table: emailCounts, time: emailCounts.expires, lifeMs: 0 },
  // The payload may contain personal data.
  { table: jobs, time: jobs.failedAt, lifeMs: FAILED_JOB_LIFE_MS },
  // Sessions that no token can use any more.
  { table: sessions, time: sessions.created, lifeMs: SESSION_LIFE_MS },
  { table: sessions, time: sessions.lastUsed, lifeMs: TOKEN_LIFETIME_MS + SESSION_USE_MS },
  { table: devices, time: devices.lastUsed, lifeMs: DEVICE_LIFE_MS },
  { table: sentEmails, time: sentEmails.sent, lifeMs: AUDIT_LIFE_MS },
  { table: mailboxEmails, time: mailboxEmails.created, lifeMs: MAILBOX_RETENTION_MS },
];

/** One step for each table. */
export function deletionsOfOldRows(db: Db, now: Date) {
  return RETENTION.map(
    ({ table, time, lifeMs }) =>
      () =>
        db.delete(table).where(lt(time, new Date(now.getTime() - lifeMs))),
  );
}
