import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { formatMoney } from '../../domain/format.ts';
import { packageSummary, speedLabel } from '../../domain/parcel-labels.ts';
import { Card } from '../../ui/Card.tsx';
import { Rows } from '../../ui/Rows.tsx';
import classes from './PaymentSummary.module.css';

type PaymentSummaryProps = {
  delivery: DeliveryRequest;
  /** Names the amount, for example "Paid" or "Amount due". */
  amountLabel: string;
};

/** The route, package, speed and price of the delivery that is paid for. */
export function PaymentSummary({ delivery, amountLabel }: PaymentSummaryProps) {
  const { estimatedPrice, currency } = delivery;
  return (
    <Card className={classes.summary ?? ''}>
      <Rows
        rows={[
          { label: 'From', value: delivery.pickUpSnapshot.name },
          { label: 'To', value: delivery.dropOffSnapshot.name },
          { label: 'Package', value: packageSummary(delivery) },
          { label: 'Delivery', value: speedLabel(delivery) },
          {
            label: amountLabel,
            value: (
              <span className={classes.amount}>
                {typeof estimatedPrice === 'number'
                  ? formatMoney(estimatedPrice, currency)
                  : 'Not available yet'}
              </span>
            ),
          },
        ]}
      />
    </Card>
  );
}
