import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { paymentStateOf } from '../../domain/payment-state.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { PayButton } from './PayButton.tsx';
import classes from './PaymentFailedScreen.module.css';
import { PaymentIllustration } from './PaymentIllustration.tsx';
import pageClasses from './PaymentPage.module.css';
import { PaymentPage } from './PaymentPage.tsx';
import { PaymentSummary } from './PaymentSummary.tsx';

export function PaymentFailedScreen({ deliveryId }: { deliveryId: string }) {
  return (
    <PaymentPage deliveryId={deliveryId} title="Payment failed">
      {(delivery) => <FailedPayment delivery={delivery} />}
    </PaymentPage>
  );
}

const FAILURE_REASONS = ['Insufficient funds', 'Expired card', 'Incorrect details'];

function FailedPayment({ delivery }: { delivery: DeliveryRequest }) {
  const state = paymentStateOf(delivery);
  const isDue = state === 'due';
  return (
    <div className={pageClasses.result}>
      <PaymentIllustration state="unpaid" />
      <PageHeading>Payment failed</PageHeading>
      <p className={pageClasses.lead}>
        Your payment was declined or wasn't completed. You haven't been charged.
      </p>
      <div className={classes.reasons}>
        <h2>Common reasons</h2>
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
