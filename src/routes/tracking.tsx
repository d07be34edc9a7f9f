import { createFileRoute, useHydrated } from '@tanstack/react-router';
import { TrackingScreen } from '../features/tracking/TrackingScreen.tsx';

/** The router parses a tracking number that has only digits as a number. */
function readSearch({ guid }: Record<string, unknown>): { guid?: string | undefined } {
  return { guid: typeof guid === 'string' || typeof guid === 'number' ? String(guid) : undefined };
}

export const Route = createFileRoute('/tracking')({
  validateSearch: readSearch,
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
