import { ROUTE_CURVATURE, ROUTE_CURVE_SEGMENTS } from '../contract/constants.ts';
import type { Coordinates } from '../contract/place.ts';

export type LatLng = [latitude: number, longitude: number];

/**
 * The line between two places as a map draws it: ten segments along a curve that bends to the left of the way
 * by 0.18 of its length. Degrees of longitude are shortened as they are at that latitude, so that the bend looks
 * the same in every direction. (MAP-03)
 */
export function routeCurve(from: Coordinates, to: Coordinates): LatLng[] {
  const shrink = Math.cos((((from.latitude + to.latitude) / 2) * Math.PI) / 180) || 1;
  const dx = (to.longitude - from.longitude) * shrink;
  const dy = to.latitude - from.latitude;
  const bend = {
    longitude: (from.longitude + to.longitude) / 2 - (dy * ROUTE_CURVATURE) / shrink,
    latitude: (from.latitude + to.latitude) / 2 + dx * ROUTE_CURVATURE,
  };
  return Array.from({ length: ROUTE_CURVE_SEGMENTS + 1 }, (_, n) => {
    const at = n / ROUTE_CURVE_SEGMENTS;
    const mix = (a: number, b: number, c: number) => (1 - at) ** 2 * a + 2 * at * (1 - at) * b + at ** 2 * c;
    return [
      mix(from.latitude, bend.latitude, to.latitude),
      mix(from.longitude, bend.longitude, to.longitude),
    ];
  });
}
