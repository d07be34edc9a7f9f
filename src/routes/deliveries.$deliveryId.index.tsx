import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { DeliveryDetailsScreen } from '../features/deliveries/DeliveryDetailsScreen.tsx';
import { DETAILS_TABS } from '../features/deliveries/details-tabs.ts';

const Search = v.object({ tab: v.fallback(v.optional(v.picklist(DETAILS_TABS)), undefined) });

export const Route = createFileRoute('/deliveries/$deliveryId/')({
  validateSearch: Search,
  component: function DeliveryDetails() {
    const { deliveryId } = Route.useParams();
    const { tab } = Route.useSearch();
    const navigate = Route.useNavigate();
    return (
      <DeliveryDetailsScreen
        deliveryId={deliveryId}
        tab={tab ?? 'details'}
        onTabChange={(next) => void navigate({ search: { tab: next }, replace: true, resetScroll: false })}
      />
    );
  },
});
