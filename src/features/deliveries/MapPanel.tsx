import { RouteEnds } from '../../components/RouteEnds.tsx';
import { RouteLine } from '../../components/RouteLine.tsx';
import { MAP_HEIGHT_DETAIL_PX } from '../../contract/constants.ts';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import type { DisplayStatus } from '../../contract/status.ts';
import { routeDescription, routeLabels } from '../../domain/place-labels.ts';
import { routeLineOf } from '../../domain/status-styles.ts';
import { LazyRouteMap } from '../../map/LazyRouteMap.tsx';
import { endAt } from '../../map/route-end.ts';
import classes from './MapPanel.module.css';

type MapPanelProps = { delivery: DeliveryRequest; status: DisplayStatus };

/** The route on a map, with a caption that describes it in words. */
export function MapPanel({ delivery, status }: MapPanelProps) {
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
            <RouteEnds {...routeLabels(delivery)} />
          </div>
        </LazyRouteMap>
      </div>
      <figcaption className={classes.caption}>{routeDescription(delivery)}</figcaption>
    </figure>
  );
}
