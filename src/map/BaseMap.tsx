import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { drawRegion } from './base-layer.ts';
import { useRegion } from './region/use-region.ts';

/** The map that is always there: drawn from the region's own data, under the tiles and without a network. */
export function BaseMap() {
  const map = useMap();
  const region = useRegion();
  useEffect(() => (region ? drawRegion(map, region) : undefined), [map, region]);
  return null;
}
