import type { Logger } from 'pino';
import { dateTimeText } from '../../src/contract/date-text.ts';
import { formatCents } from '../../src/contract/money.ts';
import type { Business } from '../config/business.ts';
import type { Db } from '../db/database.ts';
import { findPaymentWithCustomer } from '../queries/payment-ledger.ts';
import type { PaymentRow } from '../queries/payments.ts';
import { emailJob } from './limited-mailer.ts';

type DisputedPayment = Pick<PaymentRow, 'id' | 'amountCents' | 'currency' | 'dispute' | 'disputeDue'>;

/** Logs a new dispute, and emails it to the support address, in the transaction that stores it. (PAY-98) */
export async function alertAboutDispute(
  { log, business }: { log: Logger; business: Business },
  tx: Db,
  { id, amountCents, currency, dispute, disputeDue }: DisputedPayment,
): Promise<void> {
  const amount = `${(amountCents / 100).toFixed(2)} ${currency}`;
  log.error({ payment: id, amount, dispute, deadline: disputeDue?.toISOString() }, 'payment disputed');
  const to = business.support.email;
  if (to === undefined) return;
  const deadline = disputeDue && dateTimeText(disputeDue, business.timeZone);
  const { referenceNumber } = (await findPaymentWithCustomer(tx, id)) ?? {};
  const subject = `A customer’s bank disputes the payment of ${referenceNumber ?? 'a deleted delivery'}`;
  const text = [
    `${subject}: ${formatCents(amountCents, currency)} (${dispute}).`,
    `Evidence must arrive by: ${deadline ?? 'see the dashboard of Stripe'}.`,
    '',
    'Answer the dispute, or accept it, in the dashboard of Stripe.',
    `Everything that the server knows about this payment: npm run --silent ops -- evidence ${id} > evidence.html`,
  ].join('\n');
  await emailJob.enqueue(tx, { to, subject, text, kind: 'delivery' });
}
