import type { Coordinates } from '../contract/coordinates.ts';

export const ROUTE_CURVE_SEGMENTS = 10;
export const ROUTE_CURVATURE = 0.18;

type LatLng = [latitude: number, longitude: number];

/** The curved line between two places on a map: ten segments, which bend to the left by 0.18 of its length. (MAP-03) */
export function routeCurve(from: Coordinates, to: Coordinates): LatLng[] {
  return Array.from({ length: ROUTE_CURVE_SEGMENTS + 1 }, (_, n) =>
    pointOnLeg(from, to, n / ROUTE_CURVE_SEGMENTS),
  );
}

/**
 * A point on the curve from one place to another; `at` is 0 at its start and 1 at its end. Degrees of longitude
 * are scaled by the latitude, so that the bend looks the same in every direction.
 */
export function pointOnLeg(from: Coordinates, to: Coordinates, at: number): LatLng {
  const scale = Math.cos((((from.latitude + to.latitude) / 2) * Math.PI) / 180) || 1;
  const dx = (to.longitude - from.longitude) * scale;
  const dy = to.latitude - from.latitude;
  const control = {
    longitude: (from.longitude + to.longitude) / 2 - (dy * ROUTE_CURVATURE) / scale,
    latitude: (from.latitude + to.latitude) / 2 + dx * ROUTE_CURVATURE,
  };
  const bezier = (a: number, b: number, c: number) => (1 - at) ** 2 * a + 2 * at * (1 - at) * b + at ** 2 * c;
  return [
    bezier(from.latitude, control.latitude, to.latitude),
    bezier(from.longitude, control.longitude, to.longitude),
  ];
}
