import { DeliveryDetails } from './DeliveryDetails.tsx';
import { DeliveryLoader } from './DeliveryLoader.tsx';
import type { DetailsTab } from './details-tabs.ts';

type DeliveryDetailsScreenProps = {
  /** The id as it stands in the URL. */
  deliveryId: string;
  tab: DetailsTab;
  onTabChange: (tab: DetailsTab) => void;
};

export function DeliveryDetailsScreen({ deliveryId, tab, onTabChange }: DeliveryDetailsScreenProps) {
  return (
    <DeliveryLoader deliveryId={deliveryId} title="Delivery Details">
      {(delivery, updatedAt) => (
        <DeliveryDetails
          key={delivery.id}
          delivery={delivery}
          updatedAt={updatedAt}
          tab={tab}
          onTabChange={onTabChange}
        />
      )}
    </DeliveryLoader>
  );
}
