import { createFileRoute } from '@tanstack/react-router';
import { readHomeSearch } from '../features/request/home-search.ts';
import { RequestScreen } from '../features/request/RequestScreen.tsx';
import { WaitingSection } from '../features/waiting/WaitingSection.tsx';

export const Route = createFileRoute('/')({
  validateSearch: readHomeSearch,
  component: function Home() {
    return <RequestScreen prefill={Route.useSearch()} waiting={<WaitingSection />} />;
  },
});
