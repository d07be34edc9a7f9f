import { createFileRoute } from '@tanstack/react-router';
import { OutboxSection } from '../features/outbox/OutboxSection.tsx';
import { readHomeSearch } from '../features/request/home-search.ts';
import { RequestScreen } from '../features/request/RequestScreen.tsx';

export const Route = createFileRoute('/')({
  validateSearch: readHomeSearch,
  component: function Home() {
    return <RequestScreen prefill={Route.useSearch()} outboxSection={<OutboxSection />} />;
  },
});
