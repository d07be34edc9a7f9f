import { useEffect, useState } from 'react';
import { setTowns } from '../../use-cases/places/offline-towns.ts';
import { decodeRegion, type Region } from './decode.ts';

let loading: Promise<Region> | undefined;

/** Loads the base map of the region, once, when the first map is about to be shown. */
export function loadRegion(): Promise<Region> {
  loading ??= import('./region.generated.json')
    .then((file) => {
      const region = decodeRegion(file.default);
      // The towns are also suggested in address fields while the geocoder does not respond.
      setTowns(region.labels.filter(({ kind }) => kind === 'town'));
      return region;
    })
    .catch((error: unknown) => {
      // The next map retries.
      loading = undefined;
      throw error;
    });
  return loading;
}

/** The base map of the region; undefined until it has loaded. */
export function useRegion(): Region | undefined {
  const [region, setRegion] = useState<Region>();
  useEffect(() => {
    loadRegion().then(setRegion, (error: unknown) => console.warn('The base map could not be loaded', error));
  }, []);
  return region;
}
