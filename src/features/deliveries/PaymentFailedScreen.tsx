import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { paymentStateOf } from '../../domain/payment-state.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { CheckoutButton } from './CheckoutButton.tsx';
import classes from './PaymentFailedScreen.module.css';
import { PaymentGate } from './PaymentGate.tsx';
import { PaymentIllustration } from './PaymentIllustration.tsx';
import { PaymentSummary } from './PaymentSummary.tsx';

export function PaymentFailedScreen({ deliveryId }: { deliveryId: string }) {
  return (
    <PaymentGate deliveryId={deliveryId} title="Payment failed">
      {(delivery) => <FailedPayment delivery={delivery} />}
    </PaymentGate>
  );
}

const FAILURE_REASONS = ['Insufficient funds', 'Expired card', 'Incorrect details'];

function FailedPayment({ delivery }: { delivery: DeliveryRequest }) {
  const isDue = paymentStateOf(delivery) === 'due';
  return (
    <div className={classes.failed}>
      <PaymentIllustration state="open" />
      <PageHeading>Payment failed</PageHeading>
      <p className={classes.lead}>Your payment was declined or not completed. Nothing has been charged.</p>
      <div className={classes.reasons}>
        <h2>The usual reasons</h2>
        <ul>
          {FAILURE_REASONS.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </div>
      <PaymentSummary delivery={delivery} amountLabel={isDue ? 'To pay' : 'Price'} />
      {!isDue && (
        <Notice tone="info">
          {paymentStateOf(delivery) === 'paid'
            ? 'Another payment for this delivery has arrived, so there is nothing to pay.'
            : 'This delivery was cancelled, so there is nothing to pay.'}
        </Notice>
      )}
      <div className={classes.actions}>
        {isDue && <CheckoutButton id={delivery.id}>Try Payment Again</CheckoutButton>}
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
      <p className={classes.questions}>
        Still not working? <TextLink to="/faq">Get support</TextLink>
      </p>
    </div>
  );
}
