import * as v from 'valibot';
import { TEXT_MAX_LENGTH } from './constants.ts';
import { text } from './text.ts';

/**
 * Where a parcel is picked up or dropped off. A place that was only typed has just a name. A place that was chosen
 * from a suggestion, a saved address or the map also has coordinates (WGS 84, in degrees).
 */
export const PlaceSnapshot = v.object({
  name: text(TEXT_MAX_LENGTH),
  city: v.nullish(text(TEXT_MAX_LENGTH)),
  postalCode: v.nullish(text(TEXT_MAX_LENGTH)),
  country: v.nullish(text(TEXT_MAX_LENGTH)),
  latitude: v.nullish(v.pipe(v.number(), v.finite())),
  longitude: v.nullish(v.pipe(v.number(), v.finite())),
});
export type PlaceSnapshot = v.InferOutput<typeof PlaceSnapshot>;

export type Coordinates = { latitude: number; longitude: number };

type MaybeCoordinates = { latitude?: number | null | undefined; longitude?: number | null | undefined };

/**
 * The coordinates of a place, or undefined if it was not picked on a map: they are missing, out of range, or
 * (0, 0), which means "none" in requests.
 */
export function coordinatesOf(place: MaybeCoordinates): Coordinates | undefined {
  const { latitude, longitude } = place;
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined;
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return undefined;
  if (latitude === 0 && longitude === 0) return undefined;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined;
  return { latitude, longitude };
}

const EARTH_RADIUS_KM = 6371.0088;

/** Great-circle distance in kilometres. */
export function distanceKm(from: Coordinates, to: Coordinates): number {
  const rad = Math.PI / 180;
  const dLat = (to.latitude - from.latitude) * rad;
  const dLng = (to.longitude - from.longitude) * rad;
  const a =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(from.latitude * rad) * Math.cos(to.latitude * rad) * Math.sin(dLng / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(a)));
}
