import { referenceRow, trackingNumberRow } from '../../components/NumberRows.tsx';
import { RouteLine } from '../../components/RouteLine.tsx';
import { useRouteLine } from '../../components/use-route-line.ts';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import type { DerivedStatus } from '../../domain/display-status.ts';
import { Card } from '../../ui/Card.tsx';
import { Rows } from '../../ui/Rows.tsx';
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
  const { order } = delivery;
  const line = useRouteLine(derived.status, updatedAt);
  return (
    <Card as="section" className="overflow-hidden pt-5" aria-label="Summary">
      <div className="px-5 pb-4">
        <RouteLine {...line} />
      </div>
      <Rows
        rows={[
          referenceRow(order?.referenceNumber),
          trackingNumberRow(order?.guid),
          { label: 'Price', value: <PriceWithState delivery={delivery} /> },
        ]}
      />
      {!isEditing && <DeliveryActions {...{ delivery, derived, hasPayButton, hasSendAgain, onEdit }} />}
    </Card>
  );
}
