import { PaymentBadge } from '../../components/PaymentBadge.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { formatMoney } from '../../domain/money.ts';
import { paymentStateOf } from '../../domain/payment-state.ts';
import classes from './PriceWithState.module.css';
import { AssumedDistance } from './UnclearPlaces.tsx';

/** The price of a delivery with a badge that says whether it is paid. */
export function PriceWithState({ delivery }: { delivery: DeliveryRequest }) {
  const { estimatedPrice, currency } = delivery;
  const state = paymentStateOf(delivery);
  return (
    <span className={`flex flex-wrap items-center tabular-nums ${classes.price}`}>
      {typeof estimatedPrice === 'number' ? formatMoney(estimatedPrice, currency) : 'Not available yet'}
      {state === 'paid' && <PaymentBadge tone="paid" label="Paid" />}
      {state === 'due' && <StatusBadge tone="waiting" icon="card" label="Payment needed" />}
      <AssumedDistance delivery={delivery} />
    </span>
  );
}
