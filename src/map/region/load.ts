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
