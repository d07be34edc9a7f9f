import type { FoundPlace } from '../api/places.ts';
import { OFFLINE_TOWNS_MAX } from '../contract/constants.ts';
import { type Coordinates, distanceKm } from '../contract/place.ts';

type Town = { name: string; at: readonly [latitude: number, longitude: number] };

// The towns of the map's own data. They come with a map, and serve while no geocoder answers.
let towns: readonly Town[] = [];
let bringTowns: () => Promise<unknown> = async () => undefined;

/** @param load fetches the map's data, which then tells its towns; where a map was once shown it is on the device */
export function townsComeFrom(load: () => Promise<unknown>): void {
  bringTowns = load;
}

/** @param list the more important first */
export function knowTowns(list: readonly Town[]): void {
  towns = list;
}

/** Towns that this device knows by the beginning of their name; none where it has no map's data. */
export async function townsNamed(text: string): Promise<FoundPlace[]> {
  if (towns.length === 0) await bringTowns().catch(() => undefined);
  const wanted = folded(text);
  return towns
    .filter(({ name }) => folded(name).startsWith(wanted))
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
export function townAt(name: string, near: Coordinates): Coordinates | undefined {
  const wanted = folded(name);
  return towns
    .filter((town) => folded(town.name) === wanted)
    .map(({ at: [latitude, longitude] }) => ({ latitude, longitude }))
    .sort((a, b) => distanceKm(a, near) - distanceKm(b, near))[0];
}

/** Without accents and case: "Dún Laoghaire" is found by "dun l". */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
