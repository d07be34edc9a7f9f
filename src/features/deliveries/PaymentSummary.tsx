import { brandName } from '../../contract/card-format.ts';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import type { Payment } from '../../contract/payment.ts';
import { documentLink } from '../../domain/document-link.ts';
import { formatMoney } from '../../domain/money.ts';
import { packageSummary, speedLabel } from '../../domain/parcel-labels.ts';
import { useApp } from '../../stores/app.ts';
import { Card } from '../../ui/Card.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { DocumentLink } from '../../ui/TextLink.tsx';
import classes from './PaymentSummary.module.css';
import { AssumedDistance } from './UnclearPlaces.tsx';

type PaymentSummaryProps = {
  delivery: DeliveryRequest;
  /** Names the amount, for example "Paid" or "Amount due". */
  amountLabel: string;
  /** The payment, if the delivery is paid and its details are known. */
  payment?: Payment | null | undefined;
};

/** The route, package, speed and price of the delivery that is paid for, and how it was paid. */
export function PaymentSummary({ delivery, amountLabel, payment }: PaymentSummaryProps) {
  const presets = useApp(({ config }) => config.presets);
  const { estimatedPrice, currency } = delivery;
  return (
    <Card className={'w-full mt-4 overflow-hidden text-left'}>
      <Rows
        isAtTop
        rows={[
          { label: 'From', value: delivery.pickUpSnapshot.name },
          { label: 'To', value: delivery.dropOffSnapshot.name },
          { label: 'Package', value: packageSummary(delivery, presets) },
          { label: 'Delivery', value: speedLabel(delivery) },
          ...(payment ? paymentRows(delivery, payment) : []),
          {
            label: amountLabel,
            value: (
              <span className={`size-lg font-bold tabular-nums ${classes.amount}`}>
                {typeof estimatedPrice === 'number'
                  ? formatMoney(estimatedPrice, currency)
                  : 'Not available yet'}
                <AssumedDistance delivery={delivery} />
              </span>
            ),
          },
        ]}
      />
    </Card>
  );
}

function paymentRows(delivery: DeliveryRequest, payment: Payment) {
  const receipt = documentLink(payment.receiptUrl, location.href);
  const reference = payment.referenceNumber ?? `Request ${delivery.id}`;
  return [
    { label: 'Reference', value: reference },
    payment.cardLast4 && {
      label: 'Card',
      value: `${brandName(payment.cardBrand ?? '')} ending in ${payment.cardLast4}`,
    },
    receipt && { label: 'Receipt', value: <DocumentLink href={receipt}>Open receipt</DocumentLink> },
  ];
}
