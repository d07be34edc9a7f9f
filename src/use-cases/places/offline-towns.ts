import type { GeocodedPlace } from '../../api/places.ts';
import { OFFLINE_TOWNS_MAX } from '../../contract/constants.ts';
import { type Coordinates, distanceKm } from '../../contract/place.ts';

type Town = { name: string; at: readonly [latitude: number, longitude: number] };

// The towns of the map's own data. They come with a map, and serve while no geocoder answers.
let towns: readonly Town[] = [];
let loadTowns: () => Promise<unknown> = async () => undefined;

/** @param load fetches the map's data, which then tells its towns; where a map was once shown it is on the device */
export function setTownLoader(load: () => Promise<unknown>): void {
  loadTowns = load;
}

/** @param list the more important first */
export function setTowns(list: readonly Town[]): void {
  towns = list;
}

/** Towns that this device knows by the beginning of their name; none where it has no map's data. */
export async function findTownsByPrefix(text: string): Promise<GeocodedPlace[]> {
  if (towns.length === 0) await loadTowns().catch(() => undefined);
  const prefix = normalizeName(text);
  return towns
    .filter(({ name }) => normalizeName(name).startsWith(prefix))
    .slice(0, OFFLINE_TOWNS_MAX)
    .map(({ name, at: [latitude, longitude] }) => ({
      placeId: `${latitude},${longitude}`,
      description: name,
      latitude,
      longitude,
      street: '',
      city: name,
      postalCode: '',
      country: '',
    }));
}

/** Where a town is; of several of one name the one that is nearest to a point. */
export function findNearestTown(name: string, near: Coordinates): Coordinates | undefined {
  const normalizedName = normalizeName(name);
  return towns
    .filter((town) => normalizeName(town.name) === normalizedName)
    .map(({ at: [latitude, longitude] }) => ({ latitude, longitude }))
    .sort((a, b) => distanceKm(a, near) - distanceKm(b, near))[0];
}

/** Without accents and case: "Dún Laoghaire" is found by "dun l". */
function normalizeName(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
