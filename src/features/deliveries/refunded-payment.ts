import type { Payment } from '../../contract/payment.ts';
import { PAYMENT_STATUS } from '../../contract/status.ts';

/** The money arrived when nothing was due on that page any more, for example after a change of the delivery. */
export const RETURNED = {
  title: 'We refund your payment',
  text: 'You paid on a page that was no longer valid, so we refund that payment. Your payment history shows where the refund is. The delivery itself is not paid yet.',
};

export const REFUNDED = {
  title: 'Your payment was refunded',
  text: 'We have refunded your payment. Your bank may need some days until you see the money.',
};

/** Whether the whole payment was sent back, for example because the delivery was canceled. */
export function isRefunded({ amount, amountRefunded, refund }: Payment): boolean {
  return (refund ?? 'done') === 'done' && (amountRefunded ?? 0) >= amount;
}

export function isReturned({ status, refund, amountRefunded }: Payment): boolean {
  return status === PAYMENT_STATUS.canceled && Boolean(refund || amountRefunded);
}
