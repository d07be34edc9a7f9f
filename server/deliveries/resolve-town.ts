import type { PlaceSnapshot } from '../../src/contract/place.ts';
import type { Places } from '../dependencies.ts';

/** The town of a place: the one that the customer picked, else the one that its text names. */
export async function resolveTown(places: Places, place: PlaceSnapshot): Promise<string | null> {
  return place.city || ((await places.lookup(place.name))?.city ?? null);
}
