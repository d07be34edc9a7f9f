import { RouteLine } from '../../components/RouteLine.tsx';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { type DerivedStatus, isFinal } from '../../domain/display-status.ts';
import { isRecordStale } from '../../domain/format.ts';
import { routeLineOf } from '../../domain/status-styles.ts';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { useNow } from '../../ui/use-now.ts';
import { DeliveryActions } from './DeliveryActions.tsx';
import { PriceWithState } from './PriceWithState.tsx';

type DeliveryFactsProps = {
  delivery: DeliveryRequest;
  derived: DerivedStatus;
  updatedAt: number | undefined;
  isEditing: boolean;
  hasPayButton: boolean;
  hasSendAgain: boolean;
  onEdit: () => void;
};

/** The summary of a delivery and its actions, which every tab shows. */
export function DeliveryFacts({
  delivery,
  derived,
  updatedAt,
  isEditing,
  hasPayButton,
  hasSendAgain,
  onEdit,
}: DeliveryFactsProps) {
  const now = useNow();
  const { order } = delivery;
  const { status } = derived;
  const isStale =
    !isFinal(status) && updatedAt !== undefined && now !== undefined && isRecordStale(updatedAt, now);
  return (
    <Card as="section" className="overflow-hidden pt-5" aria-label="Summary">
      <div className="px-5 pb-4">
        <RouteLine {...routeLineOf(status)} texture={isStale ? 'stale' : 'confirmed'} />
      </div>
      <Rows
        rows={[
          ...(order?.referenceNumber
            ? [{ label: 'Reference', value: <span className="code">{order.referenceNumber}</span> }]
            : []),
          ...(order
            ? [
                {
                  label: 'Tracking number',
                  value: <span className="code">{order.guid}</span>,
                  action: <CopyButton value={order.guid} valueName="tracking number" />,
                },
              ]
            : []),
          { label: 'Price', value: <PriceWithState delivery={delivery} /> },
        ]}
      />
      {!isEditing && <DeliveryActions {...{ delivery, derived, hasPayButton, hasSendAgain, onEdit }} />}
    </Card>
  );
}
