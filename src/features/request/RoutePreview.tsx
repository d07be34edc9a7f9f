import { RouteEnds } from '../../components/RouteEnds.tsx';
import { RouteLine } from '../../components/RouteLine.tsx';
import { coordinatesOf, distanceKm } from '../../contract/coordinates.ts';
import type { DraftPlace } from '../../domain/draft.ts';
import { capitalize, formatDistance } from '../../domain/format.ts';
import { routeLabels } from '../../domain/place-labels.ts';
import { toPlaceSnapshot } from '../../domain/request-payload.ts';
import { LazyRouteMap } from '../../map/LazyRouteMap.tsx';
import { endAt } from '../../map/route-end.ts';
import classes from './RoutePreview.module.css';

const MAP_HEIGHT_WIZARD_PX = 260;

/**
 * The route on a map and in words. On a phone the empty preview of a guest is low, so that it leaves room for the
 * page; otherwise the height is fixed, because the default addresses of a customer fill the preview after the start.
 */
export function RoutePreview({ pickUp, dropOff }: { pickUp: DraftPlace; dropOff: DraftPlace }) {
  const route = { pickUpSnapshot: toPlaceSnapshot(pickUp), dropOffSnapshot: toPlaceSnapshot(dropOff) };
  const from = coordinatesOf(route.pickUpSnapshot);
  const to = coordinatesOf(route.dropOffSnapshot);
  const labels = routeLabels(route);
  return (
    <section aria-label="Route preview">
      <div
        className={`center rounded-lg bg-sunken overflow-hidden ${classes.preview}`}
        data-empty={!(from && to) || undefined}
        style={{ height: MAP_HEIGHT_WIZARD_PX }}
      >
        {from && to ? (
          <LazyRouteMap
            from={endAt(route.pickUpSnapshot)}
            to={endAt(route.dropOffSnapshot)}
            texture="unsent"
            height={MAP_HEIGHT_WIZARD_PX}
          >
            <div className={`w-full mx-auto px-5 ${classes.route}`}>
              <RouteLine texture="unsent" />
              <RouteEnds from={labels.from} to={labels.to} />
            </div>
          </LazyRouteMap>
        ) : (
          <div className={`stack justify-items-center gap-3 w-full size-15 text-muted ${classes.empty}`}>
            <svg className={classes.arc} viewBox="0 0 320 110" aria-hidden="true">
              <path d="M49.6 79.2Q159.400 26.7 269.2 78.6" />
              <circle cx="40" cy="84" r="8" />
              <rect x="272" y="76" width="16" height="16" rx="4" />
            </svg>
            <p>Route preview will appear here</p>
          </div>
        )}
      </div>
      <p className={`mt-2 size-15 text-soft ${classes.description}`}>
        {from &&
          to &&
          `${labels.from.title} to ${labels.to.title}. ${capitalize(formatDistance(distanceKm(from, to)))} in a straight line.`}
      </p>
    </section>
  );
}
