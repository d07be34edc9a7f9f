import { createFileRoute, useHydrated } from '@tanstack/react-router';
import * as v from 'valibot';
import { TrackingScreen } from '../features/tracking/TrackingScreen.tsx';

const Search = v.object({
  // The router parses a tracking number that has only digits as a number.
  guid: v.fallback(v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(String))), undefined),
});

export const Route = createFileRoute('/tracking')({
  validateSearch: Search,
  component: function Tracking() {
    // The prerendered page has no query.
    const isHydrated = useHydrated();
    const { guid } = Route.useSearch();
    const navigate = Route.useNavigate();
    return (
      <TrackingScreen
        guid={isHydrated ? guid : undefined}
        onTrack={(next) => void navigate({ search: { guid: next }, resetScroll: false })}
      />
    );
  },
});
