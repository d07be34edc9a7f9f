import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './LazyRouteMap.module.css';
import type { RouteMapProps } from './RouteMap.tsx';
import { canBeShown } from './route-end.ts';
import { useMapCode } from './use-map-code.ts';

const loadMap = () => import('./RouteMap.tsx').then((file) => file.RouteMap);

type LazyRouteMapProps = RouteMapProps & {
  /** Pixels. */
  height: number;
  /** What stands there until the map is here, and where it cannot be. */
  children: ReactNode;
};

/** The route on a map that is fetched only once its place is on the screen. */
export function LazyRouteMap({ height, ...route }: LazyRouteMapProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [isVisible, setIsVisible] = useState(false);
  const { code: RouteMap } = useMapCode(
    loadMap,
    isVisible && (canBeShown(route.from) || canBeShown(route.to)),
  );

  useEffect(() => {
    if (frame.current === null) return;
    const watch = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsVisible(true);
    });
    watch.observe(frame.current);
    return () => watch.disconnect();
  }, []);

  return (
    <div ref={frame} className={classes.frame} style={{ height }}>
      {RouteMap ? <RouteMap {...route} /> : route.children}
    </div>
  );
}
