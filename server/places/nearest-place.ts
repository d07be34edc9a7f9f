import { distanceKm } from '../../src/contract/coordinates.ts';
import { type GazetteerPlace, isSettlement } from '../queries/gazetteer-place.ts';
import { boxAround, isInside } from './box.ts';
import type { PlaceIndex } from './place-index.ts';

type Point = { latitude: number; longitude: number };
export type NearbyPlace = { place: GazetteerPlace; number: number; km: number };

/** A street is stored as one point. At a greater distance another street is more likely. */
const STREET_KM = 0.2;
const TOWN_KM = 25;

/** Returns the street or landmark at a point, otherwise the town in which or near which it is, if there is one. */
export function findNearestPlace(index: PlaceIndex, point: Point): NearbyPlace | undefined {
  return findNearest(index, point, STREET_KM, false) ?? findNearest(index, point, TOWN_KM, true);
}

function findNearest(
  index: PlaceIndex,
  point: Point,
  limitKm: number,
  isTown: boolean,
): NearbyPlace | undefined {
  // The bounding box is a fast first filter; the exact distance decides among the few remaining places.
  const box = boxAround(point, limitKm);
  let best: NearbyPlace | undefined;
  for (const [number, place] of index.places.entries()) {
    if (!isInside(box, place) || isSettlement(place.kind) !== isTown) continue;
    const km = distanceKm(point, place);
    if (km <= (best?.km ?? limitKm)) best = { place, number, km };
  }
  return best;
}
