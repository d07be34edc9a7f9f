import { createFileRoute } from '@tanstack/react-router';
import { DeliveryDetailsScreen } from '../features/deliveries/DeliveryDetailsScreen.tsx';
import { DETAILS_TABS, type DetailsTab } from '../features/deliveries/details-tabs.ts';

export const Route = createFileRoute('/deliveries/$deliveryId/')({
  validateSearch: ({ tab }): { tab?: DetailsTab | undefined } => ({
    tab: DETAILS_TABS.find((name) => name === tab),
  }),
  component: function DeliveryDetails() {
    const { deliveryId } = Route.useParams();
    const { tab } = Route.useSearch();
    const navigate = Route.useNavigate();
    return (
      <DeliveryDetailsScreen
        key={deliveryId}
        deliveryId={deliveryId}
        tab={tab ?? 'details'}
        onTabChange={(next) => void navigate({ search: { tab: next }, replace: true, resetScroll: false })}
      />
    );
  },
});
