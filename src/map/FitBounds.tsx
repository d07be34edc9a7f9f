import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import type { Coordinates } from '../contract/coordinates.ts';

const MAP_FIT_PADDING_PX = 60;
const MAP_SINGLE_MARKER_ZOOM_OUT = 2;
/** The highest zoom at which several places are fitted into the view. */
const MAP_FIT_MAX_ZOOM = 17;

/** Fits places into the view with padding; a single place is shown two zoom levels further out. (MAP-02) */
export function FitBounds({ places }: { places: readonly Coordinates[] }) {
  const map = useMap();
  // The coordinates are compared as text, so that a new array with the same places does not move the map.
  const points = JSON.stringify(places.map(({ latitude, longitude }) => [latitude, longitude]));
  useEffect(() => {
    const bounds: [number, number][] = JSON.parse(points);
    const [only, ...others] = bounds;
    if (only === undefined) return;
    if (others.length === 0) {
      map.setView(only, MAP_FIT_MAX_ZOOM - MAP_SINGLE_MARKER_ZOOM_OUT, { animate: false });
    } else {
      const padding: [number, number] = [MAP_FIT_PADDING_PX, MAP_FIT_PADDING_PX];
      map.fitBounds(bounds, { padding, maxZoom: MAP_FIT_MAX_ZOOM, animate: false });
    }
  }, [map, points]);
  return null;
}
