import type { GazetteerPlace } from './place.ts';
import type { PlaceIndex } from './place-index.ts';
import { DISTRICT, parseQueryText } from './query-text.ts';

/** "Galway City" and "Wicklow Town" name Galway and Wicklow. */
const KIND = / (?:city|town)$/;

/**
 * The settlements that a text certainly names: the whole text or a part between commas is the name, as in "Galway" and
 * "Eyre Square, Galway". Counties are left out, because villages elsewhere have the same names.
 */
export function townsInText(index: PlaceIndex, typed: string): GazetteerPlace[] {
  const { parts } = parseQueryText(typed);
  // Before a comma there may be a street that is named like a town, but only a town is followed by its county.
  const isFirstTown = parts.length === 1 || (parts.length === 2 && isCounty(parts[1]));
  const certain = isFirstTown ? parts : parts.slice(1);
  return certain.flatMap((part) => {
    if (isCounty(part)) return [];
    const name = part.filter((word) => !DISTRICT.test(word)).join(' ');
    const numbers =
      index.settlementsByName.get(name) ?? index.settlementsByName.get(name.replace(KIND, '')) ?? [];
    return numbers.flatMap((number) => index.places[number] ?? []);
  });
}

function isCounty(part: readonly string[] = []): boolean {
  return part[0] === 'co' || part[0] === 'county';
}
