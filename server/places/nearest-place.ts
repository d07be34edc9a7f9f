import { distanceKm } from '../../src/contract/place.ts';
import { type GazetteerPlace, isSettlement } from './place.ts';
import { boxAround, isInside } from './place-filter.ts';
import type { PlaceIndex } from './place-index.ts';

type Point = { latitude: number; longitude: number };
export type NearbyPlace = { place: GazetteerPlace; number: number; km: number };

/** A sampled street is one point: further away, another street is more likely. */
const STREET_KM = 0.2;
const TOWN_KM = 25;
/** Below this zoom a map shows no streets. */
const STREET_ZOOM = 14;

/** The street or landmark at a point, else the town that it is in or near; undefined in the middle of nowhere. */
export function findNearestPlace(index: PlaceIndex, point: Point, zoom: number): NearbyPlace | undefined {
  const street = zoom < STREET_ZOOM ? undefined : findNearest(index, point, STREET_KM, false);
  return street ?? findNearest(index, point, TOWN_KM, true);
}

function findNearest(
  index: PlaceIndex,
  point: Point,
  limitKm: number,
  isTown: boolean,
): NearbyPlace | undefined {
  // The box is a quick first sieve; on the few places that are left the true distance decides.
  const box = boxAround(point, limitKm);
  let best: NearbyPlace | undefined;
  for (const [number, place] of index.places.entries()) {
    if (!isInside(box, place) || isSettlement(place.kind) !== isTown) continue;
    const km = distanceKm(point, place);
    if (km <= (best?.km ?? limitKm)) best = { place, number, km };
  }
  return best;
}
