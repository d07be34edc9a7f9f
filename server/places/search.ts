import { type Box, boxAround, isInside } from './box.ts';
import { isGenericWord } from './generic-words.ts';
import { findNamedTown, type NamedTown } from './named-town.ts';
import type { PlaceIndex } from './place-index.ts';
import { parseQueryText, type QueryText } from './query-text.ts';
import { type PlaceFilter, type RankOptions, rankPlaces, type SearchHit } from './rank.ts';
import { matchWord, type WordMatch } from './word-match.ts';

/** The radius around a named town in which a street is searched. */
const NEAR_TOWN_KM = 15;
const TOWN_ONLY_SCORE = 0.4;

/** Finds the places that a text may mean, best first. It tolerates typos and unfinished words. */
export function searchGazetteer(index: PlaceIndex, typed: string, limit: number): SearchHit[] {
  const query = parseQueryText(typed);
  if (query.words.length === 0 || limit < 1) return [];
  const { countries } = query;
  const filter: PlaceFilter = ({ country }) => countries.length === 0 || countries.includes(country);
  const town = findNamedTown(index, query);
  if (town === undefined) return findMatches(index, query, { limit, filter });

  const boxes = boxesAround(index, town);
  const isNear: PlaceFilter = (place) => boxes.length === 0 || boxes.some((box) => isInside(box, place));
  // Near a known town, a place need not contain the town's name.
  const inTown = {
    ...query,
    words: query.words.map((word, at) => (at < town.wordsBefore ? word : { ...word, isOptional: true })),
  };
  const found = findMatches(index, inTown, { limit, filter: (place) => isNear(place) && filter(place) });
  if (found.length > 0) return found;
  const elsewhere = town.isCertain ? [] : findMatches(index, query, { limit, filter }, 'every word');
  return elsewhere.length > 0 ? elsewhere : townOnly(index, town, { limit, filter });
}

function boxesAround(index: PlaceIndex, town: NamedTown): Box[] {
  return town.towns.flatMap((number) => {
    const place = index.places[number];
    return place ? [boxAround(place, NEAR_TOWN_KM)] : [];
  });
}

/** The result if the street is unknown and its town is known. */
function townOnly(index: PlaceIndex, town: NamedTown, options: RankOptions): SearchHit[] {
  return town.towns
    .flatMap((number) => {
      const place = index.places[number];
      if (place === undefined || !options.filter(place)) return [];
      return [{ place, number, score: TOWN_ONLY_SCORE, houseNumber: '' }];
    })
    .slice(0, options.limit);
}

/** Searches for the text as typed, then with typos in every word, then without the last words. */
function findMatches(
  index: PlaceIndex,
  query: QueryText,
  options: RankOptions,
  requirement: 'most words' | 'every word' = 'most words',
): SearchHit[] {
  let required: WordMatch[] = [];
  let matches: WordMatch[] = [];
  for (const tolerance of ['unknown', 'all'] as const) {
    matches = query.words.map((word) => matchWord(index, word, tolerance));
    required = selectRequired(matches, requirement);
    const hits = rankPlaces(index, query, required, excludeMatches(matches, required), options);
    if (hits.length > 0) return hits;
  }
  if (requirement === 'every word') return [];
  for (let count = required.length - 1; count > 0; count--) {
    const fewer = required.slice(0, count);
    if (countSpecificLetters(fewer) * 2 < countSpecificLetters(required)) break;
    const hits = rankPlaces(index, query, fewer, excludeMatches(matches, fewer), options);
    if (hits.length > 0) return hits;
  }
  return [];
}

/** The required words: every typed word that occurs in any place. Empty if too few of them occur. */
function selectRequired(
  matches: readonly WordMatch[],
  requirement: 'most words' | 'every word',
): WordMatch[] {
  const nonOptional = matches.filter((match) => !match.isOptional);
  const candidates = nonOptional.length > 0 ? nonOptional : matches;
  const known = candidates.filter((match) => match.reach > 0);
  if (known.length === candidates.length) return known;
  const isMost = countSpecificLetters(known) * 2 >= countSpecificLetters(candidates);
  return isMost && requirement === 'most words' ? known : [];
}

function countSpecificLetters(matches: readonly WordMatch[]): number {
  return matches.reduce((sum, match) => sum + (isGenericWord(match.typed) ? 0 : match.typed.length), 0);
}

function excludeMatches(matches: readonly WordMatch[], required: readonly WordMatch[]): WordMatch[] {
  return matches.filter((match) => match.reach > 0 && !required.includes(match));
}
