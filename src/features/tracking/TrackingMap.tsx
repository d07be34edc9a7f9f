import { useState } from 'react';
import { RouteEnds } from '../../components/RouteEnds.tsx';
import { RouteLine } from '../../components/RouteLine.tsx';
import { MAP_HEIGHT_DETAIL_PX } from '../../contract/constants.ts';
import { formatDistance } from '../../domain/format.ts';
import { LazyRouteMap } from '../../map/LazyRouteMap.tsx';
import type { LineTexture } from '../../map/MapCanvas.tsx';
import { canBeShown, type RouteEnd } from '../../map/route-end.ts';
import classes from './TrackingMap.module.css';

type TrackingMapProps = {
  from: RouteEnd;
  to: RouteEnd;
  /** The names of both ends for the text alternative. */
  names: { from: string; to: string };
  texture: LineTexture;
  progress: number | undefined;
};

/** The route of a package on a map, with a text alternative. (MAP-04, MAP-05) */
export function TrackingMap({ from, to, names, texture, progress }: TrackingMapProps) {
  const [distance, setDistance] = useState<number>();
  if (!canBeShown(from) && !canBeShown(to)) return null;
  return (
    <figure className={classes.figure}>
      <div className={classes.map}>
        <LazyRouteMap
          from={from}
          to={to}
          texture={texture}
          progress={progress}
          height={MAP_HEIGHT_DETAIL_PX}
          onDistanceChange={setDistance}
        >
          <div className={classes.route}>
            <RouteLine texture={texture} progress={progress} />
            <RouteEnds from={{ title: names.from }} to={{ title: names.to }} />
          </div>
        </LazyRouteMap>
      </div>
      <figcaption className={classes.caption}>
        {`${names.from} to ${names.to}${distance ? `, ${formatDistance(distance)} in a straight line` : ''}.`}
        {progress !== undefined && ' The parcel on the line shows the progress, not its live position.'}
      </figcaption>
    </figure>
  );
}
