import type { ReactNode } from 'react';
import { PaymentBadge } from '../../components/PaymentBadge.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { formatMoney } from '../../contract/money.ts';
import { paymentStateOf } from '../../domain/payment-state.ts';
import { ROUTE_END_LABELS } from '../../domain/route-ends.ts';
import { assumedDistanceOfDelivery, unclearEndsOf } from '../../domain/unclear-places.ts';
import { useApp } from '../../stores/app.ts';
import { useIsLoading } from '../../stores/loaders.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OnlineButton } from '../../ui/OnlineButton.tsx';
import { startCheckout } from '../../use-cases/payments/checkout.ts';
import classes from './PayButton.module.css';

type PayButtonProps = {
  delivery: DeliveryRequest;
  variant?: 'filled' | 'default';
  /** Whether it is not known yet which ways to pay there are. */
  isPreparing?: boolean;
  /** By default it names the price. */
  label?: string;
};

/** Creates a payment session for the delivery and redirects to the checkout, unless a place of it is unclear. */
export function PayButton({ delivery, variant = 'filled', isPreparing = false, label }: PayButtonProps) {
  const { id } = delivery;
  const isUnclear = unclearEndsOf(delivery).length > 0;
  const isStarting = useIsLoading(`pay-${id}`);
  // The button of the saved card says what it waits for.
  const isCharging = useIsLoading(`charge-${id}`);
  return (
    <OnlineButton
      variant={variant}
      reason={isUnclear ? PAY_IS_CLOSED : 'Paying needs a connection.'}
      blockedIcon={isUnclear ? 'pin' : undefined}
      loading={(isStarting || isPreparing) && !isCharging}
      disabled={isCharging}
      slowDetail="Your delivery has been created. Payment is being prepared."
      leftSection={<Icon name="card" />}
      onClick={() => void startCheckout(id)}
    >
      {label ?? payLabel(delivery)}
    </OnlineButton>
  );
}

/** "Pay €18.40". */
export function payLabel({ estimatedPrice, currency }: DeliveryRequest): string {
  return typeof estimatedPrice === 'number' ? `Pay ${formatMoney(estimatedPrice, currency)}` : 'Pay';
}

export function Price({ delivery: { estimatedPrice, currency } }: { delivery: DeliveryRequest }) {
  return (
    <span>
      {typeof estimatedPrice === 'number' ? formatMoney(estimatedPrice, currency) : 'Not available yet'}
    </span>
  );
}

export function PriceWithState({ delivery }: { delivery: DeliveryRequest }) {
  const state = paymentStateOf(delivery);
  return (
    <span className={`flex flex-wrap items-center tabular-nums ${classes.price}`}>
      <Price delivery={delivery} />
      {state === 'paid' && <PaymentBadge tone="paid" label="Paid" />}
      {state === 'refunded' && <PaymentBadge tone="canceled" label="Refunded" />}
      {state === 'due' && <StatusBadge tone="waiting" icon="card" label="Ready to pay" />}
      {state === 'processing' && <StatusBadge tone="waiting" icon="clock" label="Processing" />}
      <AssumedDistance delivery={delivery} />
    </span>
  );
}

const PAY_IS_CLOSED = "Pick the place under Edit Details first. Then we'll confirm the price.";

/** Says which place must be picked before the delivery can be paid. (PLC-08) */
export function UnclearPlacesNotice({ delivery, action }: { delivery: DeliveryRequest; action?: ReactNode }) {
  const ends = unclearEndsOf(delivery);
  if (ends.length === 0) return null;
  const snapshots = { pickUp: delivery.pickUpSnapshot, dropOff: delivery.dropOffSnapshot };
  const names = ends.map((end) => `“${snapshots[end].name}” (${ROUTE_END_LABELS[end].name})`);
  const isOne = ends.length === 1;
  return (
    <Notice
      tone="warn"
      title={`Pick the ${isOne ? 'place' : 'places'} on the map so that we can confirm the price`}
      action={action}
    >
      <bdi>{`We don't know where ${names.join(' and ')} ${isOne ? 'is' : 'are'}. Nothing has been charged.`}</bdi>
    </Notice>
  );
}

/** "Distance not known yet, 15 km assumed", beside the price of a delivery. */
export function AssumedDistance({ delivery }: { delivery: DeliveryRequest }) {
  const tariff = useApp(({ config }) => config.tariff);
  const text = assumedDistanceOfDelivery(delivery, tariff);
  return text === undefined ? null : <small>{text}</small>;
}
