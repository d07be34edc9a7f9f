import type { GeocodedPlace } from '../../api/places.ts';
import { type Coordinates, distanceKm } from '../../contract/coordinates.ts';
import { plainText } from '../../domain/plain-words.ts';

/** How many towns are suggested from the map's data while the geocoder does not respond. */
export const OFFLINE_TOWNS_MAX = 5;

type Town = { name: string; at: readonly [latitude: number, longitude: number] };

// The towns of the base map's data, which are suggested while the geocoder does not respond.
let towns: readonly Town[] = [];
let loadTowns: () => Promise<unknown> = async () => undefined;

/** @param load loads the map's data, which then calls {@link setTowns}; it is cached once a map has been shown */
export function setTownLoader(load: () => Promise<unknown>): void {
  loadTowns = load;
}

/** @param list the most important towns first */
export function setTowns(list: readonly Town[]): void {
  towns = list;
}

/** The towns whose names start with the text; none if the map's data is not on this device. */
export async function findTownsByPrefix(text: string): Promise<GeocodedPlace[]> {
  if (towns.length === 0) await loadTowns().catch(() => undefined);
  const prefix = plainText(text);
  return towns
    .filter(({ name }) => plainText(name).startsWith(prefix))
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

/** The coordinates of a town; if several have this name, of the one nearest to `near`. */
export function findNearestTown(name: string, near: Coordinates): Coordinates | undefined {
  const plainName = plainText(name);
  return towns
    .filter((town) => plainText(town.name) === plainName)
    .map(({ at: [latitude, longitude] }) => ({ latitude, longitude }))
    .sort((a, b) => distanceKm(a, near) - distanceKm(b, near))[0];
}
