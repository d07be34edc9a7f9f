import { MAP_HEIGHT_DETAIL_PX } from '../../contract/constants.ts';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import type { DisplayStatus } from '../../contract/status.ts';
import { routeSentence, routeWords } from '../../domain/place-words.ts';
import { routeLineOf } from '../../domain/status-look.ts';
import { LazyRouteMap } from '../../map/LazyRouteMap.tsx';
import { endAt } from '../../map/route-end.ts';
import { RouteEnds } from '../../ui/RouteEnds.tsx';
import { RouteLine } from '../../ui/RouteLine.tsx';
import classes from './MapPanel.module.css';

type Props = { delivery: DeliveryRequest; status: DisplayStatus };

/** The route in its place, and in words for everybody. */
export function MapPanel({ delivery, status }: Props) {
  const line = routeLineOf(status);
  return (
    <figure>
      <div className={classes.map}>
        <LazyRouteMap
          from={endAt(delivery.pickUpSnapshot)}
          to={endAt(delivery.dropOffSnapshot)}
          progress={line.progress}
          height={MAP_HEIGHT_DETAIL_PX}
        >
          <div className={classes.route}>
            <RouteLine {...line} />
            <RouteEnds {...routeWords(delivery)} />
          </div>
        </LazyRouteMap>
      </div>
      <figcaption className={classes.words}>{routeSentence(delivery)}</figcaption>
    </figure>
  );
}
