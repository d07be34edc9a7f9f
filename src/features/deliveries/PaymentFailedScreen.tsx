import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { paymentStateOf } from '../../domain/payment-state.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import {
  type DeliveryPaymentState,
  useDeliveryPayment,
} from '../../use-cases/payments/use-delivery-payment.ts';
import { PayButton } from './PayButton.tsx';
import classes from './PaymentFailedScreen.module.css';
import { PaymentIllustration } from './PaymentIllustration.tsx';
import pageClasses from './PaymentPage.module.css';
import { PaymentPage } from './PaymentPage.tsx';
import { PaymentSummary } from './PaymentSummary.tsx';

export function PaymentFailedScreen({ deliveryId }: { deliveryId: string }) {
  return (
    <PaymentPage deliveryId={deliveryId} title="Your payment">
      {(delivery) => <FailedPayment delivery={delivery} />}
    </PaymentPage>
  );
}

type FailureText = { title: string; text: string; reasonsTitle: string };

/** The text contains only what is known about the attempt. */
function failureText(state: DeliveryPaymentState): FailureText {
  if (state.kind === 'loading') {
    return {
      title: 'Your payment',
      text: "We're checking what happened to your payment.",
      reasonsTitle: 'Common reasons why a card is declined',
    };
  }
  if (state.kind === 'known' && state.payment === null) {
    return {
      title: 'Payment cancelled',
      text: "You left the checkout before paying. You haven't been charged.",
      reasonsTitle: 'Common reasons why a card is declined',
    };
  }
  const reason = state.kind === 'known' ? state.payment?.failureMessage : undefined;
  const text = reason
    ? `${reason} You haven't been charged.`
    : "Your payment was declined or wasn't completed. You haven't been charged.";
  return { title: 'Payment failed', text, reasonsTitle: 'Common reasons' };
}

const FAILURE_REASONS = ['Insufficient funds', 'Expired card', 'Incorrect details'];

function FailedPayment({ delivery }: { delivery: DeliveryRequest }) {
  const state = paymentStateOf(delivery);
  const isDue = state === 'due';
  const { title, text, reasonsTitle } = failureText(useDeliveryPayment(delivery.id));
  return (
    <div className={pageClasses.result}>
      <PaymentIllustration state="unpaid" />
      <PageHeading>{title}</PageHeading>
      <p className={pageClasses.lead}>{text}</p>
      <div className={classes.reasons}>
        <h2>{reasonsTitle}</h2>
        <ul>
          {FAILURE_REASONS.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </div>
      <PaymentSummary delivery={delivery} amountLabel={isDue ? 'Amount due' : 'Price'} />
      {!isDue && (
        <Notice tone="info">
          {state === 'paid'
            ? "We've received another payment for this delivery, so there's nothing left to pay."
            : "This delivery was cancelled, so there's nothing to pay."}
        </Notice>
      )}
      <div className={pageClasses.actions}>
        {isDue && <PayButton id={delivery.id}>Try Payment Again</PayButton>}
        <ButtonLink
          to="/deliveries/$deliveryId"
          params={{ deliveryId: String(delivery.id) }}
          variant="default"
        >
          View Delivery Details
        </ButtonLink>
        <ButtonLink to="/" variant="default">
          Return to Home
        </ButtonLink>
      </div>
      <p className={pageClasses.questions}>
        Still having trouble? <TextLink to="/faq">Get support</TextLink>
      </p>
    </div>
  );
}
