import { useState } from 'react';
import { DeliveryDetails } from './DeliveryDetails.tsx';
import { DeliveryLoader } from './DeliveryLoader.tsx';
import type { DetailsTab } from './details-tabs.ts';

type DeliveryDetailsScreenProps = {
  /** The id as it is in the URL. */
  deliveryId: string;
  tab: DetailsTab;
  onTabChange: (tab: DetailsTab) => void;
};

export function DeliveryDetailsScreen({ deliveryId, tab, onTabChange }: DeliveryDetailsScreenProps) {
  const [openedAt] = useState(() => Date.now());
  return (
    <DeliveryLoader deliveryId={deliveryId} title="Delivery Details">
      {(delivery, updatedAt) => (
        <DeliveryDetails
          delivery={delivery}
          updatedAt={updatedAt}
          openedAt={openedAt}
          tab={tab}
          onTabChange={onTabChange}
        />
      )}
    </DeliveryLoader>
  );
}
