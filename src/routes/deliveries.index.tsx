import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { DeliveriesScreen } from '../features/deliveries/DeliveriesScreen.tsx';
import { LIST_TABS } from '../features/deliveries/list-tabs.ts';
import { OutboxSection } from '../features/outbox/OutboxSection.tsx';

const Search = v.object({ tab: v.fallback(v.optional(v.picklist(LIST_TABS)), undefined) });

export const Route = createFileRoute('/deliveries/')({
  validateSearch: Search,
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
