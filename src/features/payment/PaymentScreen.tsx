import { useEffect } from 'react';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { badgeOf } from '../../domain/delivery-card.ts';
import { statusOf } from '../../domain/delivery-list.ts';
import { formatMoney } from '../../domain/format.ts';
import { paymentStateOf } from '../../domain/payment-due.ts';
import { headline } from '../../domain/place-words.ts';
import { refreshDelivery } from '../../flows/deliveries.ts';
import { usePriceChange } from '../../flows/use-price-change.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { PayButton } from './PayButton.tsx';
import { PaymentGate } from './PaymentGate.tsx';
import classes from './PaymentScreen.module.css';
import { PaymentSummary } from './PaymentSummary.tsx';

export function PaymentScreen({ deliveryId }: { deliveryId: string }) {
  return (
    <PaymentGate deliveryId={deliveryId} title="Payment">
      {(delivery) => <Payment key={delivery.id} delivery={delivery} />}
    </PaymentGate>
  );
}

function Payment({ delivery }: { delivery: DeliveryRequest }) {
  const { id, estimatedPrice, currency } = delivery;
  // It may have been paid for elsewhere since it was kept.
  useEffect(() => {
    void refreshDelivery(id);
  }, [id]);
  const state = paymentStateOf(delivery);
  const priceWords = usePriceChange(delivery);
  const isDue = state === 'due';
  return (
    <>
      <PageHeading title="Payment">{isDue ? 'Payment' : 'Nothing to pay'}</PageHeading>
      <div className={classes.what}>
        <p>
          {isDue
            ? `For your delivery ${headline(delivery)}.`
            : state === 'paid'
              ? `Your delivery ${headline(delivery)} is paid.`
              : `Your delivery ${headline(delivery)} was cancelled.`}
        </p>
        <StatusBadge {...badgeOf(statusOf(delivery))} />
      </div>
      <PaymentSummary
        delivery={delivery}
        amountLabel={isDue ? 'To pay' : state === 'paid' ? 'Paid' : 'Price'}
      />
      {priceWords && <Notice tone="warn">{priceWords}</Notice>}
      <div className={classes.actions}>
        {isDue && (
          <PayButton id={id}>
            {typeof estimatedPrice === 'number' ? `Pay ${formatMoney(estimatedPrice, currency)}` : 'Pay'}
          </PayButton>
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
