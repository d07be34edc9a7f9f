import { type GeocodedPlace, reverseGeocode } from '../api/places.ts';
import type { Coordinates } from '../contract/place.ts';

/** A point of the map with its address, as far as it is known. */
export type PickedPlace = Coordinates & {
  /** The whole address in one line, or the coordinates in words. */
  address: string;
  street: string;
  city: string;
  postalCode: string;
  country: string;
};

/** "53.3498, −6.2603": what stands for an address where none is known. */
function formatCoordinates({ latitude, longitude }: Coordinates): string {
  return `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`.replaceAll('-', '−');
}

function toPickedPlace(found: GeocodedPlace): PickedPlace {
  const { description, latitude, longitude, street, city, postalCode, country } = found;
  return { address: description, latitude, longitude, street, city, postalCode, country };
}

/** A point that nobody could name: its coordinates are its address. */
export function placeWithoutAddress({ latitude, longitude }: Coordinates): PickedPlace {
  const address = formatCoordinates({ latitude, longitude });
  return { latitude, longitude, address, street: '', city: '', postalCode: '', country: '' };
}

/**
 * The address of a point; the point itself stays where the person put it, whatever the geocoder found nearby.
 * @returns undefined where the geocoder is away or knows nothing there
 */
export async function lookUpAddress(
  point: Coordinates,
  signal: AbortSignal,
): Promise<PickedPlace | undefined> {
  const { latitude, longitude } = point;
  const result = await reverseGeocode(point, signal);
  return result.ok && result.value ? { ...toPickedPlace(result.value), latitude, longitude } : undefined;
}
