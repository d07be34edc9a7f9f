import { getCurrentLocation } from './current-location.ts';
import {
  lookUpAddress,
  type PickedPlace,
  placeWithoutAddress,
  REVERSE_GEOCODE_TIMEOUT_MS,
} from './picked-place.ts';

/** The place where the device is, with its address if the geocoder knows one, or a message why it is not known. */
export async function findMyPlace(): Promise<{ place: PickedPlace } | { errorMessage: string }> {
  const location = await getCurrentLocation();
  if ('errorMessage' in location) return location;
  const { coordinates } = location;
  const place = await lookUpAddress(coordinates, AbortSignal.timeout(REVERSE_GEOCODE_TIMEOUT_MS));
  return { place: place ?? placeWithoutAddress(coordinates) };
}
