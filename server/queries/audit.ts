import { desc, eq, lt, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { auditLog, policyViolations } from '../db/schema.ts';
import { ifGiven } from './contains-text.ts';

export type AuditRow = typeof auditLog.$inferSelect;
export type AuditEvent =
  | 'registered'
  | 'login'
  | 'loginFailed'
  | 'loggedOut'
  | 'sessionEnded'
  | 'otherSessionsEnded'
  | 'accountExported'
  | 'accountDeleted'
  | 'passwordChanged'
  | 'passwordReset'
  | 'passwordResetFailed'
  | 'refunded'
  | 'refundRequested'
  | 'refundRetried'
  | 'refundSettled'
  | 'paymentEventReplayed'
  | 'operatorRefused'
  | 'placesConfirmed'
  | 'requestAccepted'
  | 'guestRequestAccepted'
  | 'orderEventRecorded'
  | 'jobRetried';

/**
 * The actor is `user 7`, `operator nuala`, `server`, or `nobody` if it is unknown. The subject is the object of the action,
 * for example `order 12`. Only client addresses in `source` are personal data; it is absent if the server acts by itself.
 */
export type NewAuditRow = Omit<typeof auditLog.$inferInsert, 'event'> & { event: AuditEvent };

/** Who has changed something, and from which address. */
export type Operator = { actor: string; source: string };

/** Call it with the transaction that makes the change, so that either both are stored or neither. */
export async function insertAudit(db: Db, row: NewAuditRow): Promise<void> {
  await db.insert(auditLog).values(row);
}

/** Newest first; `beforeId` selects older entries. */
export async function listAudit(db: Db, beforeId: number | undefined, limit: number): Promise<AuditRow[]> {
  const isBefore = ifGiven(beforeId, (id) => lt(auditLog.id, id));
  return db.select().from(auditLog).where(isBefore).orderBy(desc(auditLog.id)).limit(limit);
}

/** The entries about one account or order, newest first. */
export async function listAuditOf(db: Db, subject: string): Promise<AuditRow[]> {
  return db.select().from(auditLog).where(eq(auditLog.subject, subject)).orderBy(desc(auditLog.id));
}

/** Deletes expired entries. A trigger of the table rejects every other deletion, and every update. */
export async function deleteOldAudit(db: Db, before: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('send.audit_retention', 'on', true)`);
    await tx.delete(auditLog).where(lt(auditLog.time, before));
    await tx.execute(sql`select set_config('send.audit_retention', 'off', true)`);
  });
}

export async function countPolicyViolation(db: Db, day: string, directive: string): Promise<void> {
  await db
    .insert(policyViolations)
    .values({ day, directive, count: 1 })
    .onConflictDoUpdate({
      target: [policyViolations.day, policyViolations.directive],
      set: { count: sql`${policyViolations.count} + 1` },
    });
}

/** Newest day first. */
export async function listPolicyViolations(db: Db, limit: number) {
  return db.select().from(policyViolations).orderBy(desc(policyViolations.day)).limit(limit);
}
