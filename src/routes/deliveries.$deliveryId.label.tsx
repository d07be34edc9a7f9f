import { createFileRoute } from '@tanstack/react-router';
import { LabelScreen } from '../features/deliveries/LabelScreen.tsx';

export const Route = createFileRoute('/deliveries/$deliveryId/label')({ component: LabelScreen });
