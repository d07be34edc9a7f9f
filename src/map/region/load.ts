import { setTowns } from '../../use-cases/places/offline-towns.ts';
import { decodeRegion, type Region } from './decode.ts';

let loading: Promise<Region> | undefined;

/** The base map of the region: fetched once, and only when a map is about to be shown. */
export function loadRegion(): Promise<Region> {
  loading ??= import('./region.generated.json')
    .then((file) => {
      const region = decodeRegion(file.default);
      // They also serve as suggestions without a network.
      setTowns(region.labels.filter(({ kind }) => kind === 'town'));
      return region;
    })
    .catch((error: unknown) => {
      // The next map tries again.
      loading = undefined;
      throw error;
    });
  return loading;
}
