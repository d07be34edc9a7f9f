import { createFileRoute, useHydrated } from '@tanstack/react-router';
import * as v from 'valibot';
import { findSharedNumber } from '../features/tracking/shared-number.ts';
import { TrackingScreen } from '../features/tracking/TrackingScreen.tsx';

// The router parses a tracking number that has only digits as a number.
const text = v.fallback(
  v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(String))),
  undefined,
);
// Another app shares a link or a message with the installed app in these three parameters. (INS-21)
const Search = v.pipe(
  v.object({ guid: text, url: text, text, title: text }),
  v.transform(({ guid, ...shared }) => ({ guid: guid ?? findSharedNumber(shared) })),
);

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
