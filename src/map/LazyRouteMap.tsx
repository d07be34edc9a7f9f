import { useEffect, useRef, useState } from 'react';
import { lazyCode } from '../ui/lazy-component.ts';
import classes from './LazyRouteMap.module.css';
import type { RouteMapProps } from './RouteMap.tsx';
import { canBeShown } from './route-end.ts';

const map = lazyCode(() => import('./RouteMap.tsx').then((file) => file.RouteMap));

/** A route map whose code is loaded once its frame is scrolled into view. */
export function LazyRouteMap({ height, ...route }: RouteMapProps & { height: number }) {
  const frame = useRef<HTMLDivElement>(null);
  const [isVisible, setIsVisible] = useState(false);
  const { code: RouteMap } = map.useCode(isVisible && (canBeShown(route.from) || canBeShown(route.to)));

  useEffect(() => {
    if (frame.current === null) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsVisible(true);
    });
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);

  return (
    <div ref={frame} className={`center w-full relative ${classes.frame}`} style={{ height }}>
      {RouteMap ? <RouteMap {...route} /> : route.children}
    </div>
  );
}
