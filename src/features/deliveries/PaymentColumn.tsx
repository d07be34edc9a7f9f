import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import classes from './PaymentColumn.module.css';

/** The return from the checkout alone proves no payment, but no one should pay a second time because of a delay. */
export const CONFIRMING = {
  title: 'Confirming your payment',
  text: "We're asking the payment provider about your payment. This only takes a few seconds.",
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
