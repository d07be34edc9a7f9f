import type { GazetteerPlace } from './place.ts';
import type { PlaceIndex } from './place-index.ts';
import { DISTRICT, parseQueryText } from './query-text.ts';

/**
 * The settlements that a text certainly names: the whole text or a part between commas is the name, as in "Galway" and
 * "Eyre Square, Galway". Counties are left out, because villages elsewhere have the same names.
 */
export function townsInText(index: PlaceIndex, typed: string): GazetteerPlace[] {
  const { parts } = parseQueryText(typed);
  const certain = parts.length > 1 ? parts.slice(1) : parts;
  return certain.flatMap((part) => {
    if (part[0] === 'co' || part[0] === 'county') return [];
    const name = part.filter((word) => !DISTRICT.test(word)).join(' ');
    const numbers = index.settlementsByName.get(name) ?? [];
    return numbers.flatMap((number) => index.places[number] ?? []);
  });
}
