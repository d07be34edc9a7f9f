import { ROUTE_CURVATURE, ROUTE_CURVE_SEGMENTS } from '../contract/constants.ts';
import type { Coordinates } from '../contract/place.ts';

type LatLng = [latitude: number, longitude: number];

/**
 * The line through places as a map draws it: ten segments a leg, along a curve that bends to the left of the way
 * by 0.18 of its length. (MAP-03)
 */
export function routeCurve(places: readonly Coordinates[]): LatLng[] {
  return places.flatMap((to, index) => {
    const from = places[index - 1];
    if (from === undefined) return [];
    const leg = Array.from({ length: ROUTE_CURVE_SEGMENTS + 1 }, (_, n) =>
      pointOnLeg(from, to, n / ROUTE_CURVE_SEGMENTS),
    );
    // A leg begins where the one before has ended.
    return index > 1 ? leg.slice(1) : leg;
  });
}

/**
 * A point of the curve from one place to another, 0 at its beginning and 1 at its end. Degrees of longitude are
 * shortened as they are at that latitude, so that the bend looks the same in every direction.
 */
export function pointOnLeg(from: Coordinates, to: Coordinates, at: number): LatLng {
  const shrink = Math.cos((((from.latitude + to.latitude) / 2) * Math.PI) / 180) || 1;
  const dx = (to.longitude - from.longitude) * shrink;
  const dy = to.latitude - from.latitude;
  const mix = (a: number, b: number, c: number) => (1 - at) ** 2 * a + 2 * at * (1 - at) * b + at ** 2 * c;
  const bend = {
    longitude: (from.longitude + to.longitude) / 2 - (dy * ROUTE_CURVATURE) / shrink,
    latitude: (from.latitude + to.latitude) / 2 + dx * ROUTE_CURVATURE,
  };
  return [mix(from.latitude, bend.latitude, to.latitude), mix(from.longitude, bend.longitude, to.longitude)];
}
