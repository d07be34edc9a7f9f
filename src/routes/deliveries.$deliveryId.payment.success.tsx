import { createFileRoute } from '@tanstack/react-router';
import { PaymentSuccessScreen } from '../features/deliveries/PaymentSuccessScreen.tsx';

export const Route = createFileRoute('/deliveries/$deliveryId/payment/success')({
  component: function PaymentSuccess() {
    const { deliveryId } = Route.useParams();
    return <PaymentSuccessScreen deliveryId={deliveryId} />;
  },
});
