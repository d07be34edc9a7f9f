import { useEffect } from 'react';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { badgeOf } from '../../domain/delivery-card.ts';
import { statusOf } from '../../domain/delivery-list.ts';
import { formatMoney } from '../../domain/format.ts';
import { paymentStateOf } from '../../domain/payment-state.ts';
import { routeTitle } from '../../domain/place-labels.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { refreshDelivery } from '../../use-cases/deliveries/refresh-deliveries.ts';
import { usePriceChangeMessage } from '../../use-cases/payments/use-price-change.ts';
import { CheckoutButton } from './CheckoutButton.tsx';
import { PaymentGate } from './PaymentGate.tsx';
import classes from './PaymentScreen.module.css';
import { PaymentSummary } from './PaymentSummary.tsx';

export function PaymentScreen({ deliveryId }: { deliveryId: string }) {
  return (
    <PaymentGate deliveryId={deliveryId} title="Payment">
      {(delivery) => <PaymentDetails key={delivery.id} delivery={delivery} />}
    </PaymentGate>
  );
}

function PaymentDetails({ delivery }: { delivery: DeliveryRequest }) {
  const { id, estimatedPrice, currency } = delivery;
  // It may have been paid for elsewhere since it was kept.
  useEffect(() => {
    void refreshDelivery(id);
  }, [id]);
  const state = paymentStateOf(delivery);
  const priceChangeMessage = usePriceChangeMessage(delivery);
  const isDue = state === 'due';
  return (
    <>
      <PageHeading title="Payment">{isDue ? 'Payment' : 'Nothing to pay'}</PageHeading>
      <div className={classes.what}>
        <p>
          {isDue
            ? `For your delivery ${routeTitle(delivery)}.`
            : state === 'paid'
              ? `Your delivery ${routeTitle(delivery)} is paid.`
              : `Your delivery ${routeTitle(delivery)} was cancelled.`}
        </p>
        <StatusBadge {...badgeOf(statusOf(delivery))} />
      </div>
      <PaymentSummary
        delivery={delivery}
        amountLabel={isDue ? 'To pay' : state === 'paid' ? 'Paid' : 'Price'}
      />
      {priceChangeMessage && <Notice tone="warn">{priceChangeMessage}</Notice>}
      <div className={classes.actions}>
        {isDue && (
          <CheckoutButton id={id}>
            {typeof estimatedPrice === 'number' ? `Pay ${formatMoney(estimatedPrice, currency)}` : 'Pay'}
          </CheckoutButton>
        )}
        <ButtonLink
          to="/deliveries/$deliveryId"
          params={{ deliveryId: String(id) }}
          variant={isDue ? 'default' : 'filled'}
        >
          View Delivery Details
        </ButtonLink>
      </div>
      {isDue && <p className={classes.note}>You pay by card on a secure page and come back here.</p>}
    </>
  );
}
