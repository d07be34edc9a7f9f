import { createFileRoute } from '@tanstack/react-router';
import { LabelScreen } from '../features/deliveries/LabelScreen.tsx';

export const Route = createFileRoute('/deliveries/$deliveryId/label')({
  component: function Label() {
    const { deliveryId } = Route.useParams();
    return <LabelScreen deliveryId={deliveryId} />;
  },
});
