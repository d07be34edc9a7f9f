import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { PlaceSnapshot } from '../contract/place.ts';
import { coordinatesOf } from '../contract/place.ts';
import classes from './LazyRouteMap.module.css';
import type { Pin } from './MapCanvas.tsx';

const RouteMap = lazy(() => import('./RouteMap.tsx').then((file) => ({ default: file.RouteMap })));

type Props = {
  from: PlaceSnapshot;
  to: PlaceSnapshot;
  /** Pixels. */
  height: number;
  /** What stands there until the map is here, and where no place has coordinates. */
  children: ReactNode;
};

/** The route on a map that is fetched only once its place is on the screen. */
export function LazyRouteMap({ from, to, height, children }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  const fromPin = pinOf(from, 'from', 'Pick-up');
  const toPin = pinOf(to, 'to', 'Drop-off');
  const hasPlace = fromPin !== undefined || toPin !== undefined;

  useEffect(() => {
    if (!hasPlace || frame.current === null) return;
    const watch = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) setSeen(true);
    });
    watch.observe(frame.current);
    return () => watch.disconnect();
  }, [hasPlace]);

  return (
    <div ref={frame} className={classes.frame} style={{ height }}>
      {isSeen && hasPlace ? (
        <Suspense fallback={children}>
          <RouteMap label={`Map from ${from.name} to ${to.name}`} from={fromPin} to={toPin} />
        </Suspense>
      ) : (
        children
      )}
    </div>
  );
}

function pinOf(place: PlaceSnapshot, kind: 'from' | 'to', word: string): Pin | undefined {
  const coordinates = coordinatesOf(place);
  return coordinates && { ...coordinates, kind, label: `${word}: ${place.name}` };
}
