import { formatMoney } from '../contract/money.ts';
import type { Payment } from '../contract/payment.ts';
import { PAYMENT_STATUS_LABELS, type PaymentStatusName } from '../contract/status.ts';
import { paymentStatusName } from './status-styles.ts';

/** The text of a payment's badge, and a sentence about money that is refunded or disputed. */
export type PaymentLabel = { tone: PaymentStatusName; label: string; note: string | undefined };

/** Disputes that are over and left the money where it was. */
const ENDED_DISPUTES: readonly string[] = ['won', 'warning_closed', 'prevented'];

const UNFINISHED_REFUNDS: readonly string[] = ['due', 'pending', 'failed'];

/** A refund that is due, on its way or failed does not count as refunded, and says so. (PAY-07) */
export function paymentLabelOf(payment: Payment): PaymentLabel {
  const tone = paymentStatusName(payment.status);
  const amountRefunded = payment.amountRefunded ?? 0;
  if (payment.dispute && !ENDED_DISPUTES.includes(payment.dispute)) {
    return { tone: 'failed', label: 'Disputed', note: refundNote(payment) };
  }
  const isUnderWay = payment.refund && UNFINISHED_REFUNDS.includes(payment.refund);
  if (!isUnderWay && amountRefunded > 0 && amountRefunded >= payment.amount) {
    return { tone: 'canceled', label: 'Refunded', note: undefined };
  }
  return { tone, label: PAYMENT_STATUS_LABELS[tone], note: refundNote(payment) };
}

function refundNote({ amount, amountRefunded, refund, currency }: Payment): string | undefined {
  const money = (euros: number) => formatMoney(euros, currency);
  switch (refund) {
    case 'due':
      return 'Your refund is due. We are sending it.';
    case 'pending':
      return 'Your refund is on its way. Your bank may need up to 10 days.';
    case 'failed':
      return 'Your refund did not arrive. Please contact support and we will sort it out.';
    case 'settled':
      return 'We refunded you in another way. Contact support if you have questions.';
  }
  if (!amountRefunded || amountRefunded >= amount) return undefined;
  return `Partly refunded ${money(amountRefunded)} of ${money(amount)}`;
}
