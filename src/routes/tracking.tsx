import { createFileRoute, useHydrated } from '@tanstack/react-router';
import { LazyStatusNotifications } from '../features/notifications/LazyStatusNotifications.tsx';
import { findSharedNumber } from '../features/tracking/shared-number.ts';
import { prepareTracking, TrackingScreen } from '../features/tracking/TrackingScreen.tsx';

/**
 * Reads the tracking number. Another app shares a link or a message with the installed app in `url`, `text` and
 * `title` (INS-21).
 */
function readSearch({ guid, url, text, title }: Record<string, unknown>): { guid?: string | undefined } {
  const shared = { url: toText(url), text: toText(text), title: toText(title) };
  return { guid: toText(guid) ?? findSharedNumber(shared) };
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
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
