import { type GeocodedPlace, reverseGeocode } from '../api/places.ts';
import type { Coordinates } from '../contract/coordinates.ts';

/** A point whose address has not been found within this time is used by its coordinates. */
export const REVERSE_GEOCODE_TIMEOUT_MS = 8000;

/** A point on the map with its address, as far as it is known. */
export type PickedPlace = Coordinates & {
  /** The whole address in one line, or the coordinates as text. */
  address: string;
  street: string;
  city: string;
  postalCode: string;
  country: string;
};

/** "53.3498, −6.2603", which is shown if no address is known. */
function formatCoordinates({ latitude, longitude }: Coordinates): string {
  return `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`.replaceAll('-', '−');
}

function toPickedPlace(geocoded: GeocodedPlace): PickedPlace {
  const { description, latitude, longitude, street, city, postalCode, country } = geocoded;
  return { address: description, latitude, longitude, street, city, postalCode, country };
}

/** A point without a known address; its coordinates serve as the address. */
export function placeWithoutAddress({ latitude, longitude }: Coordinates): PickedPlace {
  const address = formatCoordinates({ latitude, longitude });
  return { latitude, longitude, address, street: '', city: '', postalCode: '', country: '' };
}

/**
 * Looks up the address of a point. The point keeps its own coordinates, because the geocoder returns those of the
 * nearest address.
 * @returns undefined if the geocoder does not respond or has no address there
 */
export async function lookUpAddress(
  point: Coordinates,
  signal: AbortSignal,
): Promise<PickedPlace | undefined> {
  const { latitude, longitude } = point;
  const result = await reverseGeocode(point, signal);
  return result.ok && result.value ? { ...toPickedPlace(result.value), latitude, longitude } : undefined;
}
