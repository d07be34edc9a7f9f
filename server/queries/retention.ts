import { and, eq, exists, gt, inArray, isNotNull, isNull, lt, not, type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { GEOCODE_CACHE_MS } from '../../src/contract/constants.ts';
import { PAYMENT_STATUS, REQUEST_STATUS } from '../../src/contract/status.ts';
import * as limits from '../config/limits.ts';
import { type Db, parseRows, Timestamp } from '../db/database.ts';
import { paymentDocuments, paymentEntries, paymentEvents, payments } from '../db/payment-schema.ts';
import {
  deliveryRequests,
  devices,
  emailCounts,
  jobs,
  mailboxEmails,
  orders,
  policyViolations,
  rateLimits,
  resetCodes,
  sentEmails,
  sessions,
} from '../db/schema.ts';
import { deleteOldAudit } from './audit.ts';
import { eraseDeletedAccounts, erasePayments, isNotInBooks, isPersonalPayment } from './deleted-accounts.ts';
import { deleteResponsesBefore } from './geocode-upstreams.ts';
import { eraseOldGuests } from './guest-requests.ts';
import { forgetOldAssets } from './page-assets.ts';
import { isFinalPayment } from './payments.ts';
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
 * Deletes what has expired by the clock of the database and by that of this process: if either were ahead, it would
 * delete the data of years.
 */
export async function cleanUp(db: Db, time: Date, retentionMonths?: number): Promise<void> {
  const result = await db.execute(
    sql`select least(clock_timestamp(), ${time.toISOString()}::timestamptz) as now`,
  );
  for (const { now } of parseRows(result, v.object({ now: Timestamp }))) {
    await deleteExpiredRows(db, now, retentionMonths);
  }
}

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
    // Stale responses are used while the upstream is unavailable.
    () => deleteResponsesBefore(db, ago(2 * GEOCODE_CACHE_MS)),
    () => eraseOldGuests(db, ago(limits.GUEST_REQUEST_LIFE_MS)),
    () => deleteOldPayments(db, ago(limits.BOOKKEEPING_MS)),
    () => eraseDeletedAccounts(db),
    () => erasePaymentsOfDeletedRequests(db, isUntriedCheckout),
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
    steps.push(
      () => archiveOldRequests(db, before),
      () => erasePaymentsOfDeletedRequests(db, lt(payments.lastModified, before)),
    );
  }
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error) => failures.push(error));
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, 'several steps failed');
}

/** No one tried to pay, so that the history does not list it. (PAY-09) */
const isUntriedCheckout = and(isNotInBooks, eq(payments.status, PAYMENT_STATUS.canceled));

/** Requests, or payments, that one transaction deletes. */
const ARCHIVE_BATCH = 500;

/** Deletes the payments that may leave the operator's books, with their documents and movements of money. */
export async function deleteOldPayments(db: Db, before: Date): Promise<void> {
  const isSince = sql`>= ${before.toISOString()}::timestamptz`;
  const isInBooks = sql`exists (
    select 1 from ${paymentDocuments} where payment_id = ${payments}.id and issued ${isSince}
    union all
    select 1 from ${paymentEntries} where payment_id = ${payments}.id and time ${isSince})`;
  await db.delete(payments).where(and(isFinalPayment, lt(payments.created, before), not(isInBooks)));
}

/**
 * Deletes customers' requests that ended, or were never paid, before a time. Of their orders remains what tracking shows
 * to everyone with the number; the payments stay in the operator's books.
 */
export async function archiveOldRequests(db: Db, before: Date): Promise<void> {
  while ((await db.transaction((tx) => archiveBatch(tx, before))) === ARCHIVE_BATCH);
}

async function archiveBatch(tx: Db, before: Date): Promise<number> {
  const isPending = and(eq(payments.deliveryRequestId, deliveryRequests.id), not(isFinalPayment));
  const isOld = and(
    lt(deliveryRequests.lastModified, before),
    inArray(deliveryRequests.status, [REQUEST_STATUS.waitingPayment, REQUEST_STATUS.closed]),
    not(exists(tx.select({ id: payments.id }).from(payments).where(isPending))),
  );
  const find = (condition: SQL | undefined) =>
    tx.select({ id: deliveryRequests.id }).from(deliveryRequests).where(condition);
  const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);
  const locked = idsOf(await find(isOld).limit(ARCHIVE_BATCH).for('update', { skipLocked: true }));
  // Only a new statement sees a checkout that was opened before the first one had locked its request.
  const ids = idsOf(await find(and(isOld, inArray(deliveryRequests.id, locked))));
  await tx
    .update(orders)
    .set({ userId: null, deliveryRequestId: null })
    .where(inArray(orders.deliveryRequestId, ids));
  await tx.delete(deliveryRequests).where(inArray(deliveryRequests.id, ids));
  return locked.length;
}

/**
 * Deletes what payments say about deliveries that were deleted here or by their customers. The receipts stay as they were
 * issued.
 */
async function erasePaymentsOfDeletedRequests(db: Db, which: SQL | undefined): Promise<void> {
  const { id, deliveryRequestId } = payments;
  const request = db
    .select({ id: deliveryRequests.id })
    .from(deliveryRequests)
    .where(eq(deliveryRequests.id, deliveryRequestId));
  const isDeleted = and(isNotNull(deliveryRequestId), not(exists(request)));
  for (let last = 0; ; ) {
    const found = await db
      .select({ id })
      .from(payments)
      .where(and(which, isDeleted, isFinalPayment, isPersonalPayment, gt(id, last)))
      .orderBy(id)
      .limit(ARCHIVE_BATCH);
    const ids = found.map((row) => row.id);
    if (ids.length === 0) return;
    await erasePayments(db, inArray(id, ids));
    last = ids.at(-1) ?? 0;
  }
}
