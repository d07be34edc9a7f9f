import { TEXT_MAX_LENGTH } from '../contract/constants.ts';
import type { KnownPlace, PlaceSnapshot } from '../contract/place.ts';
import type { DraftPlace } from './draft.ts';
import { toDraftPlace } from './draft-place.ts';
import { containsWords } from './plain-words.ts';

/** "D06, Dublin, Ireland", without what the name of a place contains already. */
export function placeDetails({ name, postalCode, city, country }: PlaceSnapshot): string {
  return [postalCode, city, country].filter((part) => part && !containsWords(name, part)).join(', ');
}

/**
 * The place that a typed text means, as the user has picked it. The text stays, because it may name a house that no
 * map knows, and the missing parts of the picked address follow it.
 */
export function pickFor({ name }: DraftPlace, picked: KnownPlace): DraftPlace {
  const typed = name.trim();
  const missing = picked.label.split(', ').filter((part) => !containsWords(typed, part));
  const full = [typed, ...missing].join(', ');
  return toDraftPlace({ ...picked, name: full.length > TEXT_MAX_LENGTH ? typed : full });
}
