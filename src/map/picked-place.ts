import { type GeocodedPlace, reverseGeocode } from '../api/places.ts';
import type { Coordinates } from '../contract/coordinates.ts';

/** A point whose address has not been found within this time is used by its coordinates. */
export const REVERSE_GEOCODE_TIMEOUT_MS = 8000;

/** A point on the map with its address, as far as it is known. */
export type PickedPlace = Omit<GeocodedPlace, 'placeId' | 'description'> & {
  /** The whole address in one line, or the coordinates as text. */
  address: string;
};

/** A point without a known address; its coordinates serve as the address. */
export function placeWithoutAddress({ latitude, longitude }: Coordinates): PickedPlace {
  // "53.3498, −6.2603"
  const address = `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`.replaceAll('-', '−');
  return { latitude, longitude, address, street: '', city: '', postalCode: '', country: '' };
}

/**
 * Looks up the address of a point. The point keeps its own coordinates, because the geocoder returns those of the
 * nearest address.
 * @returns undefined if the geocoder does not respond or has no address there
 */
export async function lookUpAddress(
  { latitude, longitude }: Coordinates,
  signal: AbortSignal,
): Promise<PickedPlace | undefined> {
  const result = await reverseGeocode({ latitude, longitude }, signal);
  if (!result.ok || !result.value) return undefined;
  const { description, street, city, postalCode, country } = result.value;
  return { address: description, latitude, longitude, street, city, postalCode, country };
}

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
