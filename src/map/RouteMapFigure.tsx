import type { ReactNode } from 'react';
import { LazyRouteMap } from './LazyRouteMap.tsx';
import type { RouteMapProps } from './RouteMap.tsx';
import classes from './RouteMapFigure.module.css';

const MAP_HEIGHT_DETAIL_PX = 460;

type RouteMapFigureProps = RouteMapProps & {
  /** The text alternative, which describes the route in words. */
  caption: ReactNode;
};

/** The route of a delivery on a framed map with a caption. (DET-11, MAP-04) */
export function RouteMapFigure({ caption, children, ...route }: RouteMapFigureProps) {
  return (
    <figure className="min-w-0">
      <div className={`bg-sunken overflow-hidden ${classes.map}`}>
        <LazyRouteMap {...route} height={MAP_HEIGHT_DETAIL_PX}>
          <div className={`mx-auto p-6 ${classes.placeholder}`}>{children}</div>
        </LazyRouteMap>
      </div>
      <figcaption className={`mt-2 size-sm text-muted ${classes.caption}`}>{caption}</figcaption>
    </figure>
  );
}
