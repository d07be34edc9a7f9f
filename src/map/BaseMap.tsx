import { useEffect, useState } from 'react';
import { useMap } from 'react-leaflet';
import { drawRegion } from './base-layer.ts';
import type { Region } from './region/decode.ts';
import { loadRegion } from './region/load.ts';

/** The map that is always there: drawn from the region's own data, under the tiles and without a network. */
export function BaseMap({ hasTiles }: { hasTiles: boolean }) {
  const map = useMap();
  const [region, setRegion] = useState<Region>();

  useEffect(() => {
    let isGone = false;
    loadRegion()
      .then((loaded) => isGone || setRegion(loaded))
      .catch((error: unknown) => console.warn('The base map could not be loaded', error));
    return () => {
      isGone = true;
    };
  }, []);

  useEffect(() => (region ? drawRegion(map, region, () => hasTiles) : undefined), [map, region, hasTiles]);
  return null;
}
