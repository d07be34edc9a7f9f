import { isGenericWord } from './generic-words.ts';
import type { PlaceIndex } from './place-index.ts';
import { DISTRICT, type QueryText } from './query-text.ts';

export type NamedTown = {
  /** The numbers of the towns with this name. */
  towns: readonly number[];
  /** The number of typed words before it, which describe the place within the town. */
  wordsBefore: number;
  /** Whether a comma separates it. Without a comma, "Rush" may also be a part of a street name. */
  isCertain: boolean;
};

/** Finds the town that a text names after a street: "Main Street, Swords", "Main Street Swords". */
export function findNamedTown(index: PlaceIndex, query: QueryText): NamedTown | undefined {
  const [first = [], ...others] = query.parts;
  for (const part of others) {
    const towns = index.settlementsByName.get(part.filter(isTownWord).join(' '));
    if (towns !== undefined) return { towns, wordsBefore: first.length, isCertain: true };
  }
  return findTownAtEnd(index, first);
}

const LONGEST_NAME = 4;

function findTownAtEnd(index: PlaceIndex, part: readonly string[]): NamedTown | undefined {
  // "… Rathmines Dublin 6": the postal district after the town is not part of its name.
  const end = part.findLastIndex(isTownWord) + 1;
  for (let length = Math.min(LONGEST_NAME, end - 1); length > 0; length--) {
    const name = part.slice(end - length, end);
    const towns = index.settlementsByName.get(name.join(' '));
    // There is a town named Street in Somerset.
    if (towns === undefined || name.every(isGenericWord)) continue;
    return { towns, wordsBefore: end - length, isCertain: false };
  }
  return undefined;
}

function isTownWord(word: string): boolean {
  return word !== 'co' && word !== 'county' && !DISTRICT.test(word);
}
