import type { ReactNode } from 'react';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { DeliveryLoader } from './DeliveryLoader.tsx';
import { PaymentColumn } from './PaymentColumn.tsx';
import { PaymentIllustration } from './PaymentIllustration.tsx';
import classes from './PaymentPage.module.css';

type PaymentPageProps = {
  /** The id as it is in the URL. */
  deliveryId: string;
  title: string;
  children: (delivery: DeliveryRequest, updatedAt: number | undefined) => ReactNode;
};

/** A payment screen, which appears once its delivery is loaded. */
export function PaymentPage({ deliveryId, title, children }: PaymentPageProps) {
  return (
    <DeliveryLoader deliveryId={deliveryId} title={title}>
      {(delivery, updatedAt) => <PaymentColumn>{children(delivery, updatedAt)}</PaymentColumn>}
    </DeliveryLoader>
  );
}

type PaymentResultProps = {
  state: 'paid' | 'confirming' | 'unpaid';
  title: string;
  text: string;
  children: ReactNode;
  /** What the link below asks, and the link. */
  question: string;
  answer: string;
};

/** What became of a payment, with a link to help at the end. */
export function PaymentResult({ state, title, text, children, question, answer }: PaymentResultProps) {
  return (
    <div className="stack justify-items-center gap-2 text-center">
      <PaymentIllustration state={state} />
      <PageHeading>{title}</PageHeading>
      <p className="text-lg text-soft wrap-anywhere text-pretty" role="status">
        {text}
      </p>
      {children}
      <p
        className={`flex flex-wrap items-center justify-center mt-2 size-sm text-muted ${classes.questions}`}
      >
        {question} <TextLink to="/faq">{answer}</TextLink>
      </p>
    </div>
  );
}

type DetailsLinkProps = { delivery: DeliveryRequest; variant?: 'filled' | 'default' };

export function DetailsLink({ delivery, variant = 'default' }: DetailsLinkProps) {
  return (
    <ButtonLink to="/deliveries/$deliveryId" params={{ deliveryId: String(delivery.id) }} variant={variant}>
      View Delivery Details
    </ButtonLink>
  );
}
