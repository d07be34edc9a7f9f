import { RouteEnds } from '../../components/RouteEnds.tsx';
import { RouteLine } from '../../components/RouteLine.tsx';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { formatExpectedTime } from '../../domain/arrival.ts';
import { formatDateTime } from '../../domain/dates.ts';
import { type DerivedStatus, isFinal } from '../../domain/display-status.ts';
import { isRecordStale } from '../../domain/format.ts';
import { packageSummary } from '../../domain/parcel-labels.ts';
import { routeLabels } from '../../domain/place-labels.ts';
import { routeLineOf } from '../../domain/status-styles.ts';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { useNow } from '../../ui/use-now.ts';
import { DeliveryActions } from './DeliveryActions.tsx';
import classes from './DeliveryFacts.module.css';
import { PriceWithState } from './PriceWithState.tsx';

type DeliveryFactsProps = {
  delivery: DeliveryRequest;
  derived: DerivedStatus;
  updatedAt: number | undefined;
  isEditing: boolean;
  hasPayButton: boolean;
  onEdit: () => void;
};

/** The summary of a delivery and its actions; it stands beside every tab. */
export function DeliveryFacts({
  delivery,
  derived,
  updatedAt,
  isEditing,
  hasPayButton,
  onEdit,
}: DeliveryFactsProps) {
  const now = useNow();
  const { order } = delivery;
  const { status } = derived;
  const isStale =
    !isFinal(status) && updatedAt !== undefined && now !== undefined && isRecordStale(updatedAt, now);
  const expected = formatExpectedTime(status, order, now);
  return (
    <Card as="section" className={classes.facts ?? ''} aria-label="Summary">
      <div className={classes.route}>
        <RouteLine {...routeLineOf(status)} texture={isStale ? 'stale' : 'confirmed'} />
        <RouteEnds {...routeLabels(delivery)} />
      </div>
      <Rows
        rows={[
          ...(expected ? [{ label: 'Arrives', value: expected }] : []),
          ...(status === 'delivered'
            ? [{ label: 'Delivered', value: formatDateTime(order?.deliveredTime) ?? 'Unknown time' }]
            : []),
          ...(order?.referenceNumber
            ? [{ label: 'Reference', value: <span className={classes.code}>{order.referenceNumber}</span> }]
            : []),
          ...(order
            ? [
                {
                  label: 'Tracking number',
                  value: <span className={classes.code}>{order.guid}</span>,
                  action: <CopyButton value={order.guid} valueName="tracking number" />,
                },
              ]
            : []),
          { label: 'Package', value: packageSummary(delivery) },
          { label: 'Price', value: <PriceWithState delivery={delivery} /> },
        ]}
      />
      {!isEditing && (
        <DeliveryActions delivery={delivery} derived={derived} hasPayButton={hasPayButton} onEdit={onEdit} />
      )}
    </Card>
  );
}
