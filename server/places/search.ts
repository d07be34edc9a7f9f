import type { GazetteerPlace } from '../queries/gazetteer.ts';
import { isGenericWord } from './fold-text.ts';
import { boxAround, isInside } from './nearest-place.ts';
import type { PlaceIndex } from './place-index.ts';
import { DISTRICT, parseQueryText, type QueryText } from './query-text.ts';
import {
  matchWord,
  type PlaceFilter,
  type RankOptions,
  rankPlaces,
  type SearchHit,
  type WordMatch,
} from './rank.ts';

/** The radius around a named town in which a street is searched. */
const NEAR_TOWN_KM = 15;
const TOWN_ONLY_SCORE = 0.4;
/** In words. */
const LONGEST_NAME = 4;

/** Finds the places that a text may mean, best first. It tolerates typos and unfinished words. */
export function searchGazetteer(index: PlaceIndex, typed: string, limit: number): SearchHit[] {
  const query = parseQueryText(typed);
  if (query.words.length === 0 || limit < 1) return [];
  const { countries } = query;
  const filter: PlaceFilter = ({ country }) => countries.length === 0 || countries.includes(country);
  const town = findNamedTown(index, query);
  if (town === undefined) return findMatches(index, query, { limit, filter });

  const boxes = town.towns.map((place) => boxAround(place, NEAR_TOWN_KM));
  const isNear: PlaceFilter = (place) => boxes.some((box) => isInside(box, place));
  // Near a known town, a place need not contain the town's name.
  const inTown = {
    ...query,
    words: query.words.map((word, at) => (at < town.wordsBefore ? word : { ...word, isOptional: true })),
  };
  const found = findMatches(index, inTown, { limit, filter: (place) => isNear(place) && filter(place) });
  if (found.length > 0) return found;
  const elsewhere = town.isCertain ? [] : findMatches(index, query, { limit, filter }, 'every word');
  if (elsewhere.length > 0) return elsewhere;
  // The street is unknown and its town is known.
  const towns = town.towns.filter(filter).slice(0, limit);
  return towns.map((place) => ({ place, score: TOWN_ONLY_SCORE, houseNumber: '' }));
}

type Requirement = 'most words' | 'every word';

/** Searches for the text as typed, then with typos in every word, then without the last words. */
function findMatches(
  index: PlaceIndex,
  query: QueryText,
  options: RankOptions,
  requirement: Requirement = 'most words',
): SearchHit[] {
  let all: WordMatch[] = [];
  let required: WordMatch[] = [];
  for (const tolerance of ['unknown', 'all'] as const) {
    all = query.words.map((word) => matchWord(index, word, tolerance));
    required = selectRequired(all, requirement);
    const hits = rankPlaces(index, query, { required, all }, options);
    if (hits.length > 0) return hits;
  }
  if (requirement === 'every word') return [];
  for (let count = required.length - 1; count > 0; count--) {
    const fewer = required.slice(0, count);
    if (countSpecificLetters(fewer) * 2 < countSpecificLetters(required)) break;
    const hits = rankPlaces(index, query, { required: fewer, all }, options);
    if (hits.length > 0) return hits;
  }
  return [];
}

/** The required words: every typed word that occurs in any place. Empty if too few of them occur. */
function selectRequired(matches: readonly WordMatch[], requirement: Requirement): WordMatch[] {
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

type NamedTown = {
  towns: readonly GazetteerPlace[];
  /** The number of typed words before it, which describe the place within the town. */
  wordsBefore: number;
  /** Whether a comma separates it. Without a comma, "Rush" may also be a part of a street name. */
  isCertain: boolean;
};

/** Finds the town that a text names after a street: "Main Street, Swords", "Main Street Swords". */
function findNamedTown(index: PlaceIndex, query: QueryText): NamedTown | undefined {
  const [first = [], ...others] = query.parts;
  for (const part of others) {
    const towns = index.settlementsByName.get(part.filter(isTownWord).join(' '));
    if (towns !== undefined) return { towns, wordsBefore: first.length, isCertain: true };
  }
  return findTownAtEnd(index, first);
}

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
