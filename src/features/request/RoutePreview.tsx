import { MAP_HEIGHT_WIZARD_PX } from '../../contract/constants.ts';
import { coordinatesOf, distanceKm } from '../../contract/place.ts';
import type { DraftPlace } from '../../domain/draft.ts';
import { formatDistance } from '../../domain/format.ts';
import { snapshotOf } from '../../domain/payload.ts';
import { routeWords } from '../../domain/place-words.ts';
import { LazyRouteMap } from '../../map/LazyRouteMap.tsx';
import { endAt } from '../../map/route-end.ts';
import { RouteEnds } from '../../ui/RouteEnds.tsx';
import { RouteLine } from '../../ui/RouteLine.tsx';
import classes from './RoutePreview.module.css';

type RoutePreviewProps = { pickUp: DraftPlace; dropOff: DraftPlace };

/** The place of the route map: as high as the map from the start, and the route in words. */
export function RoutePreview({ pickUp, dropOff }: RoutePreviewProps) {
  const route = { pickUpSnapshot: snapshotOf(pickUp), dropOffSnapshot: snapshotOf(dropOff) };
  const from = coordinatesOf(route.pickUpSnapshot);
  const to = coordinatesOf(route.dropOffSnapshot);
  const words = routeWords(route);
  return (
    <section aria-label="Route preview">
      <div className={classes.preview} style={{ height: MAP_HEIGHT_WIZARD_PX }}>
        {from && to ? (
          <LazyRouteMap
            from={endAt(route.pickUpSnapshot)}
            to={endAt(route.dropOffSnapshot)}
            texture="unsent"
            height={MAP_HEIGHT_WIZARD_PX}
          >
            <div className={classes.route}>
              <RouteLine texture="unsent" />
              <RouteEnds from={words.from} to={words.to} />
            </div>
          </LazyRouteMap>
        ) : (
          <div className={classes.empty}>
            <svg className={classes.arc} viewBox="0 0 320 110" aria-hidden="true">
              <path d="M49.6 79.2Q159.400 26.7 269.2 78.6" />
              <circle cx="40" cy="84" r="8" />
              <rect x="272" y="76" width="16" height="16" rx="4" />
            </svg>
            <p>Route preview will appear here</p>
          </div>
        )}
      </div>
      <p className={classes.words}>
        {from &&
          to &&
          `${words.from.title} to ${words.to.title}. ${capital(formatDistance(distanceKm(from, to)))} in a straight line.`}
      </p>
    </section>
  );
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
