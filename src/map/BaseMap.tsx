import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { drawRegion } from './base-layer.ts';
import { useRegion } from './region/use-region.ts';

/** The base map under the tiles. It is drawn from the region's own data and needs no network. */
export function BaseMap() {
  const map = useMap();
  const region = useRegion();
  useEffect(() => {
    return region ? drawRegion(map, region) : undefined;
  }, [map, region]);
  return null;
}
