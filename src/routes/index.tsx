import { createFileRoute, useHydrated } from '@tanstack/react-router';
import { LazyInstallOffer } from '../features/install/LazyInstallOffer.tsx';
import { OutboxSection } from '../features/outbox/OutboxSection.tsx';
import { readHomeSearch } from '../features/request/home-search.ts';
import { RequestScreen } from '../features/request/RequestScreen.tsx';

const NO_PREFILL = readHomeSearch({});

export const Route = createFileRoute('/')({
  validateSearch: readHomeSearch,
  component: function Home() {
    // The prerendered page has no query.
    const isHydrated = useHydrated();
    const prefill = Route.useSearch();
    return (
      <RequestScreen
        prefill={isHydrated ? prefill : NO_PREFILL}
        outboxSection={<OutboxSection />}
        installOffer={<LazyInstallOffer />}
      />
    );
  },
});
