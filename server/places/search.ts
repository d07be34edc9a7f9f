import { isGenericWord } from './generic-words.ts';
import { type Box, boxAround, type PlaceFilter, placeFilter } from './place-filter.ts';
import type { PlaceIndex } from './place-index.ts';
import { type QueryText, readQueryText } from './query-text.ts';
import { type FoundInGazetteer, type RankWishes, rankPlaces } from './rank.ts';
import { type NamedTown, townNamed } from './town-named.ts';
import { matchWord, type WordMatch } from './word-match.ts';

export type SearchWishes = {
  limit: number;
  /** ISO codes, upper case; none means everywhere. */
  countries?: readonly string[];
  /** Places inside come first; with `isBounded` no others come at all. */
  box?: Box | undefined;
  isBounded?: boolean;
};

/** A street is looked for this far around the town that was named with it. */
const NEAR_TOWN_KM = 15;
const TOWN_ALONE_SCORE = 0.4;

/** Places that a typed text may mean, best first. Slips of the keyboard and unfinished words are forgiven. */
export function searchGazetteer(index: PlaceIndex, typed: string, wishes: SearchWishes): FoundInGazetteer[] {
  const query = readQueryText(typed);
  if (query.words.length === 0 || wishes.limit < 1) return [];
  const filter = filterOf(query, wishes);
  const ranking = { limit: wishes.limit, filter, preferred: wishes.box };
  const town = townNamed(index, query);
  if (town === undefined) return find(index, query, ranking);

  const near = placeFilter([], boxesAround(index, town));
  // Around a known town, its own name need not stand in the place's entry.
  const inTown = {
    ...query,
    words: query.words.map((word, at) => (at < town.wordsBefore ? word : { ...word, isOptional: true })),
  };
  const found = find(index, inTown, { ...ranking, filter: (place) => near(place) && filter(place) });
  if (found.length > 0) return found;
  const elsewhere = town.isCertain ? [] : find(index, query, ranking, 'every word');
  return elsewhere.length > 0 ? elsewhere : townAlone(index, town, ranking);
}

function filterOf(query: QueryText, wishes: SearchWishes): PlaceFilter {
  const bounds = wishes.isBounded && wishes.box ? [wishes.box] : [];
  const asked = placeFilter(wishes.countries ?? [], bounds);
  const named = placeFilter(query.countries, []);
  return (place) => asked(place) && named(place);
}

function boxesAround(index: PlaceIndex, town: NamedTown): Box[] {
  return town.towns.flatMap((number) => {
    const place = index.places[number];
    return place ? [boxAround(place, NEAR_TOWN_KM)] : [];
  });
}

/** The street is not known, but its town is. */
function townAlone(index: PlaceIndex, town: NamedTown, wishes: RankWishes): FoundInGazetteer[] {
  return town.towns
    .flatMap((number) => {
      const place = index.places[number];
      if (place === undefined || !wishes.filter(place)) return [];
      return [{ place, number, score: TOWN_ALONE_SCORE, houseNumber: '' }];
    })
    .slice(0, wishes.limit);
}

/** Tries as typed, then with misspellings of every word, then without the last words. */
function find(
  index: PlaceIndex,
  query: QueryText,
  wishes: RankWishes,
  needs: 'most words' | 'every word' = 'most words',
): FoundInGazetteer[] {
  let required: WordMatch[] = [];
  let matches: WordMatch[] = [];
  for (const tolerance of ['unknown', 'all'] as const) {
    matches = query.words.map((word) => matchWord(index, word, tolerance));
    required = requiredOf(matches, needs);
    const hits = rankPlaces(index, query, required, without(matches, required), wishes);
    if (hits.length > 0) return hits;
  }
  if (needs === 'every word') return [];
  for (let kept = required.length - 1; kept > 0; kept--) {
    const fewer = required.slice(0, kept);
    if (tellingLetters(fewer) * 2 < tellingLetters(required)) break;
    const hits = rankPlaces(index, query, fewer, without(matches, fewer), wishes);
    if (hits.length > 0) return hits;
  }
  return [];
}

/** What a place must have: every typed word that any place has. None where those are the lesser part. */
function requiredOf(matches: readonly WordMatch[], needs: 'most words' | 'every word'): WordMatch[] {
  const firm = matches.filter((match) => !match.isOptional);
  const asked = firm.length > 0 ? firm : matches;
  const known = asked.filter((match) => match.reach > 0);
  if (known.length === asked.length) return known;
  const isMost = tellingLetters(known) * 2 >= tellingLetters(asked);
  return isMost && needs === 'most words' ? known : [];
}

function tellingLetters(matches: readonly WordMatch[]): number {
  return matches.reduce((sum, match) => sum + (isGenericWord(match.typed) ? 0 : match.typed.length), 0);
}

function without(matches: readonly WordMatch[], required: readonly WordMatch[]): WordMatch[] {
  return matches.filter((match) => match.reach > 0 && !required.includes(match));
}
