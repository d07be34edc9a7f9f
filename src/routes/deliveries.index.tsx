import { createFileRoute } from '@tanstack/react-router';
import { DeliveriesScreen } from '../features/deliveries/DeliveriesScreen.tsx';

export const Route = createFileRoute('/deliveries/')({ component: DeliveriesScreen });
