import { createFileRoute } from '@tanstack/react-router';
import { DeliveriesScreen } from '../features/deliveries/DeliveriesScreen.tsx';
import { LIST_TABS } from '../features/deliveries/list-tabs.ts';
import { OutboxSection } from '../features/outbox/OutboxSection.tsx';

type ListTab = (typeof LIST_TABS)[number];

export const Route = createFileRoute('/deliveries/')({
  validateSearch: ({ tab }): { tab?: ListTab | undefined } => ({
    tab: LIST_TABS.find((name) => name === tab),
  }),
  component: function Deliveries() {
    const { tab } = Route.useSearch();
    const navigate = Route.useNavigate();
    return (
      <DeliveriesScreen
        tab={tab ?? 'active'}
        onTabChange={(next) => void navigate({ search: { tab: next }, replace: true, resetScroll: false })}
        outboxSection={<OutboxSection />}
      />
    );
  },
});
