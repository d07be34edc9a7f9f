import { Button } from '@mantine/core';
import { useEffect } from 'react';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { useUser } from '../../stores/user.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { reportConversion } from '../../use-cases/consent/conversion.ts';
import { CheckoutButton } from './CheckoutButton.tsx';
import { PaymentGate } from './PaymentGate.tsx';
import { PaymentIllustration } from './PaymentIllustration.tsx';
import classes from './PaymentSuccessScreen.module.css';
import { PaymentSummary } from './PaymentSummary.tsx';
import { showConfetti } from './show-confetti.ts';
import { type ConfirmationState, usePaymentConfirmation } from './use-payment-confirmation.ts';

export function PaymentSuccessScreen({ deliveryId }: { deliveryId: string }) {
  return (
    <PaymentGate deliveryId={deliveryId} title="Your payment">
      {(delivery) => <PaymentOutcome key={delivery.id} delivery={delivery} />}
    </PaymentGate>
  );
}

type ConfirmationText = { title: string; text: (firstName: string) => string };

/** What is known of the payment, and never more than that. */
const CONFIRMATION_TEXT: Record<ConfirmationState, ConfirmationText> = {
  confirmed: {
    title: 'Payment Successful',
    text: (name) => `Thank you${name && `, ${name}`}. We have your payment and your delivery is booked.`,
  },
  confirming: {
    title: 'Payment received',
    text: () => 'We are confirming it with the payment provider. This takes a few seconds.',
  },
  unpaid: {
    title: 'Not paid yet',
    text: () =>
      'No payment for this delivery has reached us. If you have just paid, check again before you pay a second time.',
  },
  unchecked: {
    title: 'We could not confirm your payment',
    text: () => 'Our server cannot be reached at the moment. If you have paid, your payment is not lost.',
  },
};

function PaymentOutcome({ delivery }: { delivery: DeliveryRequest }) {
  const { state, checkAgain } = usePaymentConfirmation(delivery);
  const firstName = useUser(({ user }) => user?.name.trim().split(/\s+/)[0] ?? '');
  const isConfirmed = state === 'confirmed';
  const isUnconfirmed = state === 'unpaid' || state === 'unchecked';

  useEffect(() => {
    if (!isConfirmed) return;
    void showConfetti(delivery.id);
    reportConversion(delivery);
  }, [isConfirmed, delivery]);

  const { title, text } = CONFIRMATION_TEXT[state];
  return (
    <div className={classes.success}>
      <PaymentIllustration state={isConfirmed ? 'paid' : isUnconfirmed ? 'open' : 'waiting'} />
      <PageHeading>{title}</PageHeading>
      <p role="status" className={classes.lead}>
        {text(firstName)}
      </p>
      <PaymentSummary delivery={delivery} amountLabel={isConfirmed ? 'Paid' : 'Price'} />
      <div className={classes.actions}>
        {isUnconfirmed && <Button onClick={checkAgain}>Check again</Button>}
        {state === 'unpaid' && (
          <CheckoutButton id={delivery.id} variant="default">
            Pay
          </CheckoutButton>
        )}
        <ButtonLink
          to="/deliveries/$deliveryId"
          params={{ deliveryId: String(delivery.id) }}
          variant={isUnconfirmed ? 'default' : 'filled'}
        >
          View Delivery Details
        </ButtonLink>
        <ButtonLink to="/" variant="default">
          Return to Home
        </ButtonLink>
      </div>
      <p className={classes.questions}>
        Questions? <TextLink to="/faq">Read the FAQ</TextLink>
      </p>
    </div>
  );
}
