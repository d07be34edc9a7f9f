import { createFileRoute, useHydrated } from '@tanstack/react-router';
import { LazyInstallOffer } from '../features/install/LazyInstallOffer.tsx';
import { OutboxSection } from '../features/outbox/OutboxSection.tsx';
import { prepareRequest, RequestScreen } from '../features/request/RequestScreen.tsx';

export const Route = createFileRoute('/')({
  // The screen itself reads the query, so that the code for it is not part of every page.
  validateSearch: (search: Record<string, unknown>) => search,
  loader: prepareRequest,
  component: function Home() {
    // The prerendered page has no query.
    const isHydrated = useHydrated();
    const search = Route.useSearch();
    return (
      <RequestScreen
        search={isHydrated ? search : {}}
        outboxSection={<OutboxSection />}
        installOffer={<LazyInstallOffer />}
      />
    );
  },
});
