import { and, isNull, lt } from 'drizzle-orm';
import * as limits from '../config/limits.ts';
import type { Db } from '../db/database.ts';
import { paymentEvents } from '../db/payment-schema.ts';
import {
  devices,
  emailCounts,
  jobs,
  mailboxEmails,
  policyViolations,
  rateLimits,
  resetCodes,
  sentEmails,
  sessions,
} from '../db/schema.ts';
import { archiveOldRequests, deleteOldPayments } from './archive.ts';
import { deleteOldAudit } from './audit.ts';
import { eraseDeletedAccounts } from './deleted-accounts.ts';
import { eraseOldGuests } from './guest-requests.ts';
import { forgetOldAssets } from './page-assets.ts';
import { deleteOldPushSubscriptions } from './push.ts';

/** Rows that are deleted when this long has passed since the time in a column of theirs. */
const RETENTION = [
  { table: rateLimits, time: rateLimits.expires, lifeMs: 0 },
  { table: resetCodes, time: resetCodes.expires, lifeMs: 0 },
  { table: emailCounts, time: emailCounts.expires, lifeMs: 0 },
  // The payload may contain personal data.
  { table: jobs, time: jobs.failedAt, lifeMs: limits.FAILED_JOB_LIFE_MS },
  // Sessions that no token can use any more.
  { table: sessions, time: sessions.created, lifeMs: limits.SESSION_LIFE_MS },
  { table: sessions, time: sessions.lastUsed, lifeMs: limits.TOKEN_LIFETIME_MS + limits.SESSION_USE_MS },
  { table: devices, time: devices.lastUsed, lifeMs: limits.DEVICE_LIFE_MS },
  { table: sentEmails, time: sentEmails.sent, lifeMs: limits.AUDIT_LIFE_MS },
  { table: mailboxEmails, time: mailboxEmails.created, lifeMs: limits.MAILBOX_RETENTION_MS },
  { table: paymentEvents, time: paymentEvents.received, lifeMs: limits.AUDIT_LIFE_MS },
];

/**
 * Deletes data whose retention time is over. A step that fails does not prevent the others.
 * @param retentionMonths how long deliveries are stored after they ended; without it, for ever
 * @throws AggregateError of all failures
 */
export async function deleteExpiredRows(db: Db, now: Date, retentionMonths?: number): Promise<void> {
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const oldestDay = ago(limits.POLICY_VIOLATION_LIFE_MS).toISOString().slice(0, 10);
  const isForeignEventOld = lt(paymentEvents.received, ago(limits.FOREIGN_EVENT_LIFE_MS));
  const steps: (() => Promise<unknown>)[] = [
    ...RETENTION.map(
      ({ table, time, lifeMs }) =>
        () =>
          db.delete(table).where(lt(time, ago(lifeMs))),
    ),
    () => db.delete(policyViolations).where(lt(policyViolations.day, oldestDay)),
    () => db.delete(paymentEvents).where(and(isNull(paymentEvents.paymentId), isForeignEventOld)),
    () => forgetOldAssets(db, limits.ASSET_LIFE_DAYS),
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
