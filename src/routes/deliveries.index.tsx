import { createFileRoute, useHydrated } from '@tanstack/react-router';
import { LIST_TABS, type ListTab } from '../contract/list-filter.ts';
import { DeliveriesScreen } from '../features/deliveries/DeliveriesScreen.tsx';
import { OutboxSection } from '../features/outbox/OutboxSection.tsx';

export const Route = createFileRoute('/deliveries/')({
  validateSearch: ({ tab }): { tab?: ListTab | undefined } => ({
    tab: LIST_TABS.find((name) => name === tab),
  }),
  component: function Deliveries() {
    const { tab } = Route.useSearch();
    // The prerendered page shows the first tab; React reports an error if the first render shows another one.
    const isHydrated = useHydrated();
    const navigate = Route.useNavigate();
    return (
      <DeliveriesScreen
        tab={(isHydrated && tab) || 'active'}
        onTabChange={(next) => void navigate({ search: { tab: next }, replace: true, resetScroll: false })}
        outboxSection={<OutboxSection />}
      />
    );
  },
});
