import { createFileRoute } from '@tanstack/react-router';
import { readHomeSearch } from '../features/request/home-search.ts';
import { RequestScreen } from '../features/request/RequestScreen.tsx';

export const Route = createFileRoute('/')({
  validateSearch: readHomeSearch,
  component: function Home() {
    return <RequestScreen prefill={Route.useSearch()} />;
  },
});
