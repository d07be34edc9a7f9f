import { createFileRoute } from '@tanstack/react-router';
import { PaymentFailedScreen } from '../features/deliveries/PaymentFailedScreen.tsx';

export const Route = createFileRoute('/deliveries/$deliveryId/payment/cancel')({
  component: PaymentFailedScreen,
});
