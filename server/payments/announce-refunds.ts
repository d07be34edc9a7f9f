import type { Db } from '../db/database.ts';
import { enqueueRefundMail } from '../queries/emails.ts';
import { findPayment } from '../queries/payments.ts';
import { listRefundsOfPayment, type RefundRow, updateRefund } from '../queries/refunds.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { issueCreditNote } from './payment-documents.ts';

/**
 * Issues the credit note of each refund that is new on its way to the customer, and queues an email about it, once per
 * refund. Call it in the transaction that has stored the refunds and has locked their payment. (PAY-90, PAY-91)
 */
export async function announceRefunds(
  { business, clock }: Pick<PaymentDependencies, 'business' | 'clock'>,
  tx: Db,
  paymentId: number,
): Promise<void> {
  const payment = await findPayment(tx, paymentId);
  const refunds = await listRefundsOfPayment(tx, paymentId);
  if (payment === undefined) return;
  const sum = (rows: RefundRow[]) => rows.reduce((total, { amountCents }) => total + (amountCents ?? 0), 0);
  let left = payment.amountCents - sum(refunds.filter(({ announced }) => announced));
  for (const refund of refunds) {
    if (refund.announced || !isMade(refund) || left <= 0) continue;
    const amountCents = Math.min(refund.amountCents ?? left, left);
    left -= amountCents;
    await issueCreditNote(tx, business, payment, { id: refund.id, amountCents, time: clock.now() });
    await updateRefund(tx, refund.id, { amountCents, announced: true });
    await enqueueRefundMail(tx, refund.id);
  }
}

/** The provider has accepted the refund, or an operator has made it in another way. */
function isMade({ state, providerRefundId }: RefundRow): boolean {
  if (state === 'settled') return true;
  return (state === 'pending' || state === 'done') && providerRefundId !== null;
}
