import { Button } from '@mantine/core';
import { useEffect } from 'react';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { reportConversion } from '../../flows/conversion.ts';
import { useUser } from '../../stores/user.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { celebrate } from './celebrate.ts';
import { PayButton } from './PayButton.tsx';
import { PaymentArt } from './PaymentArt.tsx';
import { PaymentGate } from './PaymentGate.tsx';
import classes from './PaymentSuccessScreen.module.css';
import { PaymentSummary } from './PaymentSummary.tsx';
import { type Confirming, useConfirmation } from './use-confirmation.ts';

export function PaymentSuccessScreen({ deliveryId }: { deliveryId: string }) {
  return (
    <PaymentGate deliveryId={deliveryId} title="Your payment">
      {(delivery) => <Success key={delivery.id} delivery={delivery} />}
    </PaymentGate>
  );
}

type Words = { title: string; text: (firstName: string) => string };

/** What is known of the payment, and never more than that. */
const WORDS: Record<Confirming, Words> = {
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

function Success({ delivery }: { delivery: DeliveryRequest }) {
  const { state, checkAgain } = useConfirmation(delivery);
  const firstName = useUser(({ user }) => user?.name.trim().split(/\s+/)[0] ?? '');
  const isConfirmed = state === 'confirmed';
  const isOver = state === 'unpaid' || state === 'unchecked';

  useEffect(() => {
    if (!isConfirmed) return;
    void celebrate(delivery.id);
    reportConversion(delivery);
  }, [isConfirmed, delivery]);

  const { title, text } = WORDS[state];
  return (
    <div className={classes.success}>
      <PaymentArt state={isConfirmed ? 'paid' : isOver ? 'open' : 'waiting'} />
      <PageHeading>{title}</PageHeading>
      <p role="status" className={classes.lead}>
        {text(firstName)}
      </p>
      <PaymentSummary delivery={delivery} amountLabel={isConfirmed ? 'Paid' : 'Price'} />
      <div className={classes.actions}>
        {isOver && <Button onClick={checkAgain}>Check again</Button>}
        {state === 'unpaid' && (
          <PayButton id={delivery.id} variant="default">
            Pay
          </PayButton>
        )}
        <ButtonLink
          to="/deliveries/$deliveryId"
          params={{ deliveryId: String(delivery.id) }}
          variant={isOver ? 'default' : 'filled'}
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
