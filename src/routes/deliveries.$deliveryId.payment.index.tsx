import { createFileRoute } from '@tanstack/react-router';
import { PaymentScreen } from '../features/deliveries/PaymentScreen.tsx';

export const Route = createFileRoute('/deliveries/$deliveryId/payment/')({ component: PaymentScreen });
