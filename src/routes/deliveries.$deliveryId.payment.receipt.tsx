import { createFileRoute } from '@tanstack/react-router';
import { ReceiptScreen } from '../features/deliveries/ReceiptScreen.tsx';

export const Route = createFileRoute('/deliveries/$deliveryId/payment/receipt')({
  component: function Receipt() {
    const { deliveryId } = Route.useParams();
    return <ReceiptScreen deliveryId={deliveryId} />;
  },
});
