import { createFileRoute, useHydrated } from '@tanstack/react-router';
import { numberInText } from '../contract/tracking-number.ts';
import { LazyStatusNotifications } from '../features/notifications/LazyStatusNotifications.tsx';
import { prepareTracking, TrackingScreen } from '../features/tracking/TrackingScreen.tsx';

/** Reads the tracking number. Another app shares a link or a message in `url`, `text` and `title`. (INS-21) */
function readSearch({ guid, ...shared }: Record<string, unknown>): { guid?: string | undefined } {
  if (typeof guid === 'string') return { guid };
  const texts = [shared.url, shared.text, shared.title].filter((text) => typeof text === 'string');
  return { guid: numberInText(texts.join('\n')) };
}

export const Route = createFileRoute('/tracking')({
  validateSearch: readSearch,
  loader: ({ location }) => prepareTracking(readSearch(location.search).guid),
  component: function Tracking() {
    // The prerendered page has no query.
    const isHydrated = useHydrated();
    const { guid } = Route.useSearch();
    const navigate = Route.useNavigate();
    return (
      <TrackingScreen
        guid={isHydrated ? guid : undefined}
        renderNotifications={(about) => <LazyStatusNotifications about={about} />}
        onTrack={(next) => void navigate({ search: { guid: next }, resetScroll: false })}
      />
    );
  },
});
