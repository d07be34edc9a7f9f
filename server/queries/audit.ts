import { desc, lt, sql } from 'drizzle-orm';
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
  | 'passwordChanged'
  | 'passwordReset'
  | 'passwordResetFailed'
  | 'refunded'
  | 'refundRequested'
  | 'refundRetried'
  | 'paymentEventReplayed'
  | 'operatorRefused'
  | 'requestAccepted'
  | 'guestRequestAccepted'
  | 'orderEventRecorded';

type NewAuditRow = {
  event: AuditEvent;
  time: Date;
  /** `user 7`, `operator nuala`, `server`; an unknown person is `nobody`. */
  actor: string;
  /** What it was done to, such as `order 12`. Ids only: the log holds no personal text. */
  subject?: string;
  before?: Record<string, number | string | null>;
  after?: Record<string, number | string | null>;
};

/** Pass the transaction that makes the change: the entry exists exactly if the change does. */
export async function insertAudit(db: Db, row: NewAuditRow): Promise<void> {
  const { subject = null, before = null, after = null, ...rest } = row;
  await db.insert(auditLog).values({ ...rest, subject, before, after });
}

/** Newest first; `beforeId` pages back. */
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

/** The table refuses every other deletion, and every change. */
export async function deleteOldAudit(db: Db, before: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('send.audit_retention', 'on', true)`);
    await tx.delete(auditLog).where(lt(auditLog.time, before));
    await tx.execute(sql`select set_config('send.audit_retention', 'off', true)`);
  });
}
