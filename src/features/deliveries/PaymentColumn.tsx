import type { ReactNode } from 'react';
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
