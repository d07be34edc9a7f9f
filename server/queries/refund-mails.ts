import { eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { paymentDocuments, paymentRefunds, payments } from '../db/payment-schema.ts';
import { guestRequests, users } from '../db/schema.ts';
import { enqueueJob } from './jobs.ts';

export const REFUND_MAIL_JOB = 'refund-mail';

/** Queues an email about a refund in the transaction that has stored that it is on its way. */
export async function enqueueRefundMail(tx: Db, refundId: number): Promise<void> {
  await enqueueJob(tx, { kind: REFUND_MAIL_JOB, payload: { refundId } });
}

/** Everything that an email about a refund may say; undefined if the payment has left the books. */
export async function findRefundMailSubject(db: Db, refundId: number) {
  const [row] = await db
    .select({
      refund: paymentRefunds,
      payment: payments,
      user: { email: users.email, emailConfirmed: users.emailConfirmed },
      guest: { email: guestRequests.email, paymentKey: guestRequests.paymentKey },
      creditNote: paymentDocuments,
    })
    .from(paymentRefunds)
    .innerJoin(payments, eq(payments.id, paymentRefunds.paymentId))
    .leftJoin(users, eq(users.id, payments.userId))
    .leftJoin(guestRequests, eq(guestRequests.id, payments.guestRequestId))
    .leftJoin(paymentDocuments, eq(paymentDocuments.refundId, paymentRefunds.id))
    .where(eq(paymentRefunds.id, refundId));
  return row;
}
