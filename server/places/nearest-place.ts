import { type Coordinates, distanceKm } from '../../src/contract/coordinates.ts';
import { type GazetteerPlace, isSettlement } from '../queries/gazetteer.ts';
import type { PlaceIndex } from './place-index.ts';

/** Degrees. */
export type Box = { west: number; south: number; east: number; north: number };
const KM_PER_DEGREE = 111.2;

export function isInside(box: Box, point: Coordinates): boolean {
  return (
    point.longitude >= box.west &&
    point.longitude <= box.east &&
    point.latitude >= box.south &&
    point.latitude <= box.north
  );
}

/** The bounding box that extends `km` from a point in each direction. */
export function boxAround(point: Coordinates, km: number): Box {
  const up = km / KM_PER_DEGREE;
  const across = up / Math.max(0.01, Math.cos((point.latitude * Math.PI) / 180));
  return {
    west: point.longitude - across,
    east: point.longitude + across,
    south: point.latitude - up,
    north: point.latitude + up,
  };
}

/** A street is stored as one point. At a greater distance another street is more likely. */
const STREET_KM = 0.2;
const TOWN_KM = 25;

/** Returns the street or landmark at a point, otherwise the town in which or near which it is, if there is one. */
export function findNearestPlace(index: PlaceIndex, point: Coordinates): GazetteerPlace | undefined {
  return findNearest(index, point, STREET_KM, false) ?? findNearest(index, point, TOWN_KM, true);
}

function findNearest(index: PlaceIndex, point: Coordinates, limitKm: number, isTown: boolean) {
  // The bounding box is a fast first filter; the exact distance decides among the few remaining places.
  const box = boxAround(point, limitKm);
  let best: GazetteerPlace | undefined;
  let bestKm = limitKm;
  for (const place of index.places) {
    if (!isInside(box, place) || isSettlement(place.kind) !== isTown) continue;
    const km = distanceKm(point, place);
    if (km > bestKm) continue;
    best = place;
    bestKm = km;
  }
  return best;
}
