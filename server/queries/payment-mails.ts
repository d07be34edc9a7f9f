import { asc, inArray, or, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { paymentRefunds } from '../db/payment-schema.ts';
import { jobs } from '../db/schema.ts';
import { DELIVERY_MAIL_JOB } from './delivery-mails.ts';
import { GUEST_MAIL_JOB } from './guest-mails.ts';
import type { Job } from './jobs.ts';
import type { PaymentRow } from './payments.ts';
import { REFUND_MAIL_JOB } from './refund-mails.ts';

export type UnsentMail = Pick<Job, 'kind' | 'created' | 'failedAt'> & { event: string | null };

/** Emails about a payment and its delivery that wait or have failed, oldest first. Emails that were sent leave no row. */
export async function listUnsentMails(
  db: Db,
  { id, deliveryRequestId, guestRequestId }: Pick<PaymentRow, 'id' | 'deliveryRequestId' | 'guestRequestId'>,
): Promise<UnsentMail[]> {
  const { kind, created, failedAt, payload } = jobs;
  const refunds = db
    .select({ id: sql`${paymentRefunds.id}::text` })
    .from(paymentRefunds)
    .where(sql`${paymentRefunds.paymentId} = ${id}`);
  const isAbout = (job: string, request: number | null) =>
    sql`(${kind} = ${job} and ${payload}->>'requestId' = ${String(request)})`;
  return db
    .select({ kind, created, failedAt, event: sql<string | null>`${payload}->>'event'` })
    .from(jobs)
    .where(
      or(
        isAbout(DELIVERY_MAIL_JOB, deliveryRequestId),
        isAbout(GUEST_MAIL_JOB, guestRequestId),
        sql`(${kind} = ${REFUND_MAIL_JOB} and ${inArray(sql`${payload}->>'refundId'`, refunds)})`,
      ),
    )
    .orderBy(asc(jobs.id));
}
