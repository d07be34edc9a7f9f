import type { PanOptions, PointExpression } from 'leaflet';
import { useEffect } from 'react';
import { useMap } from 'react-leaflet';

type MapAccessibilityProps = { label: string; isMotionReduced: boolean };

/**
 * What Leaflet leaves out: it moves its map by the arrow keys and zooms by plus and minus, but its container has
 * neither role nor name; it glides whatever a person prefers; and it follows only the window's size, not its own.
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
    const watch = new ResizeObserver(() => map.invalidateSize({ animate: false }));
    watch.observe(map.getContainer());
    return () => watch.disconnect();
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
