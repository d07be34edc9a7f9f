import { cleanText } from '../contract/clean-text.ts';
import { coordinatesOf } from '../contract/coordinates.ts';
import type { PlaceSnapshot } from '../contract/place.ts';
import type { DraftPlace } from './draft.ts';

/** A place of a draft as a request carries it: only the name if no coordinates were chosen. */
export function toPlaceSnapshot({ name, chosen }: DraftPlace): PlaceSnapshot {
  const coordinates = chosen && coordinatesOf(chosen);
  if (!chosen || !coordinates) return { name: cleanText(name) };
  const { city, postalCode, country } = chosen;
  return { name: cleanText(name), city, postalCode, country, ...coordinates };
}

/** A place of a request, an address or a search result as a draft holds it: with coordinates, it counts as chosen. */
export function toDraftPlace(place: PlaceSnapshot): DraftPlace {
  const { name, city, postalCode, country } = place;
  const coordinates = coordinatesOf(place);
  return {
    name,
    chosen: coordinates && {
      ...coordinates,
      city: city ?? '',
      postalCode: postalCode ?? '',
      country: country ?? '',
    },
  };
}
