import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { TrackingScreen } from '../features/tracking/TrackingScreen.tsx';

const Search = v.object({ guid: v.fallback(v.optional(v.string()), undefined) });

export const Route = createFileRoute('/tracking')({
  validateSearch: Search,
  component: function Tracking() {
    const { guid } = Route.useSearch();
    return <TrackingScreen guid={guid} />;
  },
});
