import { desc, eq, lt, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { auditLog } from '../db/security-schema.ts';

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

type NewAuditRow = {
  event: AuditEvent;
  time: Date;
  /** `user 7`, `operator nuala`, `server`; an unknown person is `nobody`. */
  actor: string;
  /** The client's address; absent if the server acts by itself. */
  source?: string;
  /** The object of the action, for example `order 12`. Only addresses in `source` are personal data. */
  subject?: string;
  before?: Record<string, number | string | null>;
  after?: Record<string, number | string | null>;
};

/** Call it with the transaction that makes the change, so that either both are stored or neither. */
export async function insertAudit(db: Db, row: NewAuditRow): Promise<void> {
  const { source = null, subject = null, before = null, after = null, ...rest } = row;
  await db.insert(auditLog).values({ ...rest, source, subject, before, after });
}

/** Newest first; `beforeId` selects older entries. */
export async function listAudit(
  db: Db,
  { beforeId, limit }: { beforeId: number | undefined; limit: number },
): Promise<AuditRow[]> {
  return db
    .select()
    .from(auditLog)
    .where(beforeId === undefined ? undefined : lt(auditLog.id, beforeId))
    .orderBy(desc(auditLog.id))
    .limit(limit);
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
