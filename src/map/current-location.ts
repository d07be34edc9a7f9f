import type { Coordinates } from '../contract/coordinates.ts';
import {
  lookUpAddress,
  type PickedPlace,
  placeWithoutAddress,
  REVERSE_GEOCODE_TIMEOUT_MS,
} from './picked-place.ts';

type LocationResult = { coordinates: Coordinates } | { errorMessage: string };

const POSITION_UNAVAILABLE = 'Your location could not be found. Search or tap the map instead.';
/** The messages for the codes of GeolocationPositionError. */
const LOCATION_ERRORS: Record<number, string> = {
  1: 'Location is blocked. Allow it in your browser settings, or search instead.',
  2: POSITION_UNAVAILABLE,
  3: 'Finding your location took too long. Search or tap the map instead.',
};

/** The current location, or a message why it is not available. */
export function getCurrentLocation(): Promise<LocationResult> {
  if (!('geolocation' in navigator)) return Promise.resolve({ errorMessage: POSITION_UNAVAILABLE });
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ coordinates: { latitude, longitude } }),
      ({ code }) => resolve({ errorMessage: LOCATION_ERRORS[code] ?? POSITION_UNAVAILABLE }),
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 },
    );
  });
}

/** The place where the device is, with its address if the geocoder knows one, or a message why it is not known. */
export async function findMyPlace(): Promise<{ place: PickedPlace } | { errorMessage: string }> {
  const location = await getCurrentLocation();
  if ('errorMessage' in location) return location;
  const { coordinates } = location;
  const place = await lookUpAddress(coordinates, AbortSignal.timeout(REVERSE_GEOCODE_TIMEOUT_MS));
  return { place: place ?? placeWithoutAddress(coordinates) };
}
