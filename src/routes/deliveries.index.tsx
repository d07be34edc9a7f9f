import { createFileRoute } from '@tanstack/react-router';
import { DeliveriesScreen } from '../features/deliveries/DeliveriesScreen.tsx';
import { WaitingSection } from '../features/waiting/WaitingSection.tsx';

export const Route = createFileRoute('/deliveries/')({
  component: function Deliveries() {
    return <DeliveriesScreen waiting={<WaitingSection />} />;
  },
});
