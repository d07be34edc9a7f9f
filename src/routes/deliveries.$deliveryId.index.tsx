import { createFileRoute } from '@tanstack/react-router';
import { DeliveryDetailsScreen } from '../features/deliveries/DeliveryDetailsScreen.tsx';

export const Route = createFileRoute('/deliveries/$deliveryId/')({
  component: function DeliveryDetails() {
    const { deliveryId } = Route.useParams();
    return <DeliveryDetailsScreen deliveryId={deliveryId} />;
  },
});
