import { type FoundPlace, reversePlace } from '../api/places.ts';
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

/** "53.3498, -6.2603": what stands for an address where none is known. */
export function coordinateWords({ latitude, longitude }: Coordinates): string {
  return `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`;
}

export function pickedFrom(found: FoundPlace): PickedPlace {
  const { description, latitude, longitude, street, city, postalCode, country } = found;
  return { address: description, latitude, longitude, street, city, postalCode, country };
}

/** A point that nobody could name: its coordinates are its address. */
export function unnamed(point: Coordinates): PickedPlace {
  return { ...point, address: coordinateWords(point), street: '', city: '', postalCode: '', country: '' };
}

/**
 * The address of a point; the point itself stays where the person put it, whatever the geocoder found nearby.
 * @returns `isKnown` false where the geocoder is away or knows nothing there
 */
export async function nameOf(
  point: Coordinates,
  signal: AbortSignal,
): Promise<{ place: PickedPlace; isKnown: boolean }> {
  const answer = await reversePlace(point, signal);
  if (!answer.ok || answer.value === undefined) return { place: unnamed(point), isKnown: false };
  return { place: { ...pickedFrom(answer.value), ...point }, isKnown: true };
}
