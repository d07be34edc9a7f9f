import { useInViewport } from '@mantine/hooks';
import { lazyCode } from '../ui/lazy-component.ts';
import classes from './LazyRouteMap.module.css';
import type { RouteMapProps } from './RouteMap.tsx';
import { canBeShown } from './route-end.ts';

const map = lazyCode(() => import('./RouteMap.tsx').then((file) => file.RouteMap));

/** A route map whose code is loaded once its frame is scrolled into view. */
export function LazyRouteMap({ height, ...route }: RouteMapProps & { height: number }) {
  const { ref: frame, inViewport: isVisible } = useInViewport<HTMLDivElement>();
  const { code: RouteMap } = map.useCode(isVisible && (canBeShown(route.from) || canBeShown(route.to)));
  return (
    <div ref={frame} className={`center w-full relative ${classes.frame}`} style={{ height }}>
      {RouteMap ? <RouteMap {...route} /> : route.children}
    </div>
  );
}
