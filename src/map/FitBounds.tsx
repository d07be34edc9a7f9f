import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { MAP_FIT_MAX_ZOOM, MAP_FIT_PADDING_PX, MAP_SINGLE_MARKER_ZOOM_OUT } from '../contract/constants.ts';
import type { Coordinates } from '../contract/place.ts';

/** Brings places into view with air around them; a single one from two steps further away. (MAP-02) */
export function FitBounds({ places }: { places: readonly Coordinates[] }) {
  const map = useMap();
  // The places matter by where they are, not by identity: a new list of the same ones moves nothing.
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
