import { RouteEnds } from '../../components/RouteEnds.tsx';
import { RouteLine } from '../../components/RouteLine.tsx';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import type { DisplayStatus } from '../../contract/status.ts';
import { routeDescription, routeLabels } from '../../domain/place-labels.ts';
import { routeLineOf } from '../../domain/status-styles.ts';
import { RouteMapFigure } from '../../map/RouteMapFigure.tsx';
import { endAt } from '../../map/route-end.ts';

type MapPanelProps = { delivery: DeliveryRequest; status: DisplayStatus };

/** The route on a map, with a caption that describes it in words. */
export function MapPanel({ delivery, status }: MapPanelProps) {
  const line = routeLineOf(status);
  return (
    <RouteMapFigure
      from={endAt(delivery.pickUpSnapshot)}
      to={endAt(delivery.dropOffSnapshot)}
      progress={line.progress}
      caption={routeDescription(delivery)}
    >
      <RouteLine {...line} />
      <RouteEnds {...routeLabels(delivery)} />
    </RouteMapFigure>
  );
}
