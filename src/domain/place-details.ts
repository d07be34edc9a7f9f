import type { PlaceSnapshot } from '../contract/place.ts';

/** "D06, Dublin, Ireland", without what the name of a place contains already. */
export function placeDetails({ name, postalCode, city, country }: PlaceSnapshot): string {
  const isInName = (part: string) => name.toLowerCase().includes(part.toLowerCase());
  return [postalCode, city, country].filter((part) => part && !isInName(part)).join(', ');
}
