import { useState } from 'react';
import { MAP_HEIGHT_DETAIL_PX } from '../../contract/constants.ts';
import { formatDistance } from '../../domain/format.ts';
import { LazyRouteMap } from '../../map/LazyRouteMap.tsx';
import type { LineTexture } from '../../map/MapCanvas.tsx';
import { canBeShown, type RouteEnd } from '../../map/route-end.ts';
import { RouteEnds } from '../../ui/RouteEnds.tsx';
import { RouteLine } from '../../ui/RouteLine.tsx';
import classes from './TrackingMap.module.css';

type Props = {
  from: RouteEnd;
  to: RouteEnd;
  /** What the ends are called in words. */
  words: { from: string; to: string };
  texture: LineTexture;
  progress: number | undefined;
};

/** The way of a package on a map, and in words for everybody. (MAP-04, MAP-05) */
export function TrackingMap({ from, to, words, texture, progress }: Props) {
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
          onPlaced={setDistance}
        >
          <div className={classes.route}>
            <RouteLine texture={texture} progress={progress} />
            <RouteEnds from={{ title: words.from }} to={{ title: words.to }} />
          </div>
        </LazyRouteMap>
      </div>
      <figcaption className={classes.words}>
        {`${words.from} to ${words.to}${distance ? `, ${formatDistance(distance)} in a straight line` : ''}.`}
      </figcaption>
    </figure>
  );
}
