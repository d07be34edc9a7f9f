import type { ReactNode } from 'react';
import type { Payment } from '../../contract/payment.ts';
import { PAYMENT_STATUS } from '../../contract/status.ts';
import { PAYMENT_IS_PROCESSING } from '../../domain/payment-state.ts';
import { ButtonLink } from '../../ui/Links.tsx';
import classes from './PaymentColumn.module.css';

/** The return from the checkout alone proves no payment, but no one should pay a second time because of a delay. */
export const CONFIRMING = {
  title: 'Confirming your payment',
  text: "We're asking the payment provider about your payment. This only takes a few seconds.",
};

/** A delayed way to pay, such as a bank debit, takes days. */
export const PROCESSING = {
  title: PAYMENT_IS_PROCESSING,
  text: 'Your bank is working on your payment. This can take some days. Please do not pay again.',
};

/** The money arrived when nothing was due on that page any more, for example after a change of the delivery. */
export const RETURNED = {
  title: 'Your payment is refunded',
  text: 'You paid on a page that was no longer valid, so we refund that payment. Your payment history shows the refund. The delivery itself is not paid yet.',
};

export function isReturned({ status, refund, amountRefunded }: Payment): boolean {
  return status === PAYMENT_STATUS.canceled && Boolean(refund || amountRefunded);
}

export function PaymentColumn({ gap = 'gap-2', children }: { gap?: string; children: ReactNode }) {
  return <div className={`stack ${gap} w-full mx-auto ${classes.page}`}>{children}</div>;
}

export function HomeLink() {
  return (
    <ButtonLink to="/" variant="default">
      Return to Home
    </ButtonLink>
  );
}
