import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { packageSummary, speedLabel } from '../../domain/parcel-labels.ts';
import { type PaymentState, paymentStateOf } from '../../domain/payment-state.ts';
import { unclearEndsOf } from '../../domain/unclear-places.ts';
import { useApp } from '../../stores/app.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { usePriceChangeMessage } from '../../use-cases/payments/use-price-change.ts';
import { PayButton } from './PayButton.tsx';
import classes from './PaymentPanel.module.css';
import { PriceWithState } from './PriceWithState.tsx';

const PAYMENT_STATE_TEXT: Record<PaymentState, { title: string; text: string }> = {
  due: {
    title: 'Payment needed',
    text: "We'll start as soon as we receive your payment. You pay by card on a secure page.",
  },
  paid: { title: 'Paid', text: 'Your receipt is in your payment history.' },
  none: { title: 'Nothing to pay', text: 'This delivery was cancelled.' },
};

export function PaymentPanel({ delivery }: { delivery: DeliveryRequest }) {
  const presets = useApp(({ config }) => config.presets);
  const state = paymentStateOf(delivery);
  const { title, text } = PAYMENT_STATE_TEXT[state];
  const isUnclear = unclearEndsOf(delivery).length > 0;
  const priceChangeMessage = usePriceChangeMessage(delivery);
  return (
    <div className={`stack justify-items-start gap-4 ${classes.panel}`}>
      {!isUnclear && (
        <Notice tone={state === 'due' ? 'warn' : state === 'paid' ? 'success' : 'plain'} title={title}>
          {text}
        </Notice>
      )}
      <Card className={`overflow-hidden ${classes.card}`}>
        <Rows
          isAtTop
          rows={[
            { label: 'Price', value: <PriceWithState delivery={delivery} /> },
            { label: 'For', value: `${packageSummary(delivery, presets)}. ${speedLabel(delivery)}.` },
          ]}
        />
      </Card>
      {priceChangeMessage && <Notice tone="warn">{priceChangeMessage}</Notice>}
      {state === 'due' && <PayButton delivery={delivery} />}
      {state === 'due' && (
        <TextLink to="/deliveries/$deliveryId/payment" params={{ deliveryId: String(delivery.id) }}>
          Payment options
        </TextLink>
      )}
      {state === 'paid' && <TextLink to="/account">Payment history</TextLink>}
    </div>
  );
}
