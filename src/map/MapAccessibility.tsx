import type { PanOptions, PointExpression } from 'leaflet';
import { useEffect } from 'react';
import { useMap } from 'react-leaflet';

type MapAccessibilityProps = { label: string; isMotionReduced: boolean };

/**
 * Adds what Leaflet lacks. It supports the arrow keys, plus and minus, but its container has no role and no name; it
 * ignores `prefers-reduced-motion`; and it follows the size of the window but not that of its container.
 */
export function MapAccessibility({ label, isMotionReduced }: MapAccessibilityProps) {
  const map = useMap();
  useEffect(() => {
    const container = map.getContainer();
    container.setAttribute('role', 'application');
    container.setAttribute('aria-roledescription', 'map');
    container.setAttribute('aria-label', label);
  }, [map, label]);

  useEffect(() => {
    const observer = new ResizeObserver(() => map.invalidateSize({ animate: false }));
    observer.observe(map.getContainer());
    return () => observer.disconnect();
  }, [map]);

  useEffect(() => {
    const originalPanBy = map.panBy;
    map.panBy = (offset: PointExpression, options?: PanOptions) =>
      originalPanBy.call(map, offset, { ...options, ...(isMotionReduced && { animate: false }) });
    return () => {
      map.panBy = originalPanBy;
    };
  }, [map, isMotionReduced]);
  return null;
}
