import { createFileRoute } from '@tanstack/react-router';
import { DeliveriesScreen } from '../features/deliveries/DeliveriesScreen.tsx';
import { OutboxSection } from '../features/outbox/OutboxSection.tsx';

export const Route = createFileRoute('/deliveries/')({
  component: function Deliveries() {
    return <DeliveriesScreen outboxSection={<OutboxSection />} />;
  },
});
