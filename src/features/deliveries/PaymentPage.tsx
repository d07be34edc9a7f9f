import { useParams } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { referenceRow } from '../../components/NumberRows.tsx';
import { SpeedText } from '../../components/SpeedText.tsx';
import { cardName } from '../../contract/card-format.ts';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import type { Payment } from '../../contract/payment.ts';
import { documentLink } from '../../domain/document-link.ts';
import { packageSummary } from '../../domain/parcel.ts';
import { referenceOf } from '../../domain/place-labels.ts';
import { PAYMENT_IS_SAFE } from '../../domain/read-failure.ts';
import { useApp } from '../../stores/app.ts';
import { ButtonLink, DocumentLink, TextLink } from '../../ui/Links.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { DeliveryLoader } from './DeliveryLoader.tsx';
import { AssumedDistance, Price } from './PayButton.tsx';
import { PaymentColumn } from './PaymentColumn.tsx';
import classes from './PaymentPage.module.css';

export type PaymentPageProps = { delivery: DeliveryRequest; updatedAt: number | undefined };

/** A screen for the delivery with the id in the URL, which appears once that delivery is loaded. */
export function paymentPage<Others extends object>(
  title: string,
  Content: ComponentType<PaymentPageProps & Others>,
) {
  return function PaymentPage(others: Others) {
    const { deliveryId = '' } = useParams({ strict: false });
    return (
      <DeliveryLoader deliveryId={deliveryId} title={title} reassurance={PAYMENT_IS_SAFE}>
        {(delivery, updatedAt) => (
          <PaymentColumn>
            <Content key={delivery.id} delivery={delivery} updatedAt={updatedAt} {...others} />
          </PaymentColumn>
        )}
      </DeliveryLoader>
    );
  };
}

type PaymentResultProps = {
  /** `confirming`: the server has not confirmed the payment yet; `unpaid`: no payment has arrived. */
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
      <p className="text-lg text-soft wrap-anywhere" role="status">
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

/** The route line as a symbol of the payment: solid with a check mark once it is confirmed, dashed until then. */
function PaymentIllustration({ state }: Pick<PaymentResultProps, 'state'>) {
  return (
    <svg
      className={`mb-2 max-w-full ${classes.illustration}`}
      viewBox="0 0 320 170"
      data-state={state}
      aria-hidden="true"
    >
      <path className={classes.line} d="M48.4 126.2Q158.2 52.6 268 123.8" />
      <circle className={classes.ring} cx="40" cy="132" r="9" />
      <rect className={classes.end} x="257" y="109" width="46" height="46" rx="12" />
      {state === 'paid' && <path className={classes.check} d="m268 133 9 9 16-19" />}
    </svg>
  );
}

type PaymentSummaryProps = {
  delivery: DeliveryRequest;
  /** Names the amount, for example "Paid" or "Amount due". */
  amountLabel: string;
  /** The payment, if the delivery is paid and its details are known. */
  payment?: Payment | null | undefined;
};

export function PaymentSummary({ delivery, amountLabel, payment }: PaymentSummaryProps) {
  const presets = useApp(({ config }) => config.presets);
  const receipt = documentLink(payment?.receiptUrl, location.href);
  return (
    <div className="card w-full mt-4 overflow-hidden text-left">
      <Rows
        isAtTop
        rows={[
          { label: 'From', value: delivery.pickUpSnapshot.name },
          { label: 'To', value: delivery.dropOffSnapshot.name },
          { label: 'Package', value: packageSummary(delivery, presets) },
          { label: 'Delivery', value: <SpeedText request={delivery} /> },
          referenceRow(
            referenceOf({
              ...delivery,
              referenceNumber: delivery.referenceNumber ?? payment?.referenceNumber,
            }),
          ),
          payment?.cardLast4 && { label: 'Card', value: cardName(payment.cardBrand, payment.cardLast4) },
          receipt && { label: 'Receipt', value: <DocumentLink href={receipt}>Open receipt</DocumentLink> },
          {
            label: amountLabel,
            value: (
              <span className={`size-lg font-bold tabular-nums ${classes.amount}`}>
                <Price delivery={delivery} />
                <AssumedDistance delivery={delivery} />
              </span>
            ),
          },
        ]}
      />
    </div>
  );
}
