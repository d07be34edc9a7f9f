import type { Box, PlaceFilter } from './place-filter.ts';
import { boxAround, placeFilter } from './place-filter.ts';
import type { PlaceIndex } from './place-index.ts';
import { type QueryText, readQueryText } from './query-text.ts';
import { type FoundInGazetteer, type RankWishes, rankPlaces } from './rank.ts';
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

/** Words that so many names have that they alone say nothing. */
const GENERIC = new Set(
  'street road avenue lane drive park square terrace place court close grove gardens green hill view way quay row walk crescent rise upper lower north south east west main st new old'.split(
    ' ',
  ),
);
const POSTCODE_WORD = /^(d6w|[a-z]\d\d|co|county)$/;

/** Places that a typed text may mean, best first. Slips of the keyboard and unfinished words are forgiven. */
export function searchGazetteer(index: PlaceIndex, typed: string, wishes: SearchWishes): FoundInGazetteer[] {
  const query = readQueryText(typed);
  if (query.words.length === 0 || wishes.limit < 1) return [];
  const towns = townsNamed(index, query);
  const inCountry = countryFilter(query, wishes);
  const bounds = wishes.isBounded && wishes.box ? [wishes.box] : [];
  const boxes = towns.flatMap((number) => {
    const town = index.places[number];
    return town ? [boxAround(town, NEAR_TOWN_KM)] : [];
  });
  const wanted = placeFilter([], bounds);
  const near = placeFilter([], boxes);
  const filter: PlaceFilter = (place) => inCountry(place) && wanted(place) && near(place);
  const ranking = { limit: wishes.limit, filter, preferred: wishes.box };
  const found = [...findJoined(index, query, ranking), ...find(index, query, towns.length > 0, ranking)];
  if (found.length > 0) return firstOfEach(found).slice(0, wishes.limit);
  // The street is not known, but its town is.
  return towns
    .flatMap((number) => {
      const place = index.places[number];
      return place && inCountry(place) && wanted(place)
        ? [{ place, number, score: TOWN_ALONE_SCORE, houseNumber: '' }]
        : [];
    })
    .slice(0, wishes.limit);
}

function countryFilter(query: QueryText, wishes: SearchWishes): PlaceFilter {
  const asked = placeFilter(wishes.countries ?? [], []);
  const named = placeFilter(query.countries, []);
  return (place) => asked(place) && named(place);
}

/** The towns that the text names behind a comma, the first part that is one; several may share a name. */
function townsNamed(index: PlaceIndex, query: QueryText): readonly number[] {
  for (const part of query.parts.slice(1)) {
    const name = part.filter((word) => !POSTCODE_WORD.test(word)).join(' ');
    const towns = index.settlementsByName.get(name);
    if (towns !== undefined) return towns;
  }
  return [];
}

/** "Black Rock" and "Dun Drum" are towns written apart. */
function findJoined(index: PlaceIndex, query: QueryText, wishes: RankWishes): FoundInGazetteer[] {
  const [first = [], ...others] = query.parts;
  const joined = first.join('');
  if (first.length < 2 || !index.settlementsByName.has(joined)) return [];
  const required = [matchWord(index, { text: joined, isOptional: false }, 'unknown')];
  return rankPlaces(index, { ...query, parts: [[joined], ...others] }, required, [], wishes);
}

function firstOfEach(found: readonly FoundInGazetteer[]): FoundInGazetteer[] {
  const numbers = new Set<number>();
  return found.filter((hit) => !numbers.has(hit.number) && numbers.add(hit.number));
}

/** Tries as typed, then with misspellings of every word, then without the last words. */
function find(
  index: PlaceIndex,
  query: QueryText,
  isTownKnown: boolean,
  wishes: RankWishes,
): FoundInGazetteer[] {
  const inFirstPart = query.parts[0]?.length ?? 0;
  // Around a known town, the words behind the comma need not stand in the place's own entry.
  const words = query.words.map((word, at) =>
    isTownKnown && at >= inFirstPart ? { ...word, isOptional: true } : word,
  );
  let required: WordMatch[] = [];
  let matches: WordMatch[] = [];
  for (const tolerance of ['unknown', 'all'] as const) {
    matches = words.map((word) => matchWord(index, word, tolerance));
    required = requiredOf(matches);
    const hits = rankPlaces(index, query, required, without(matches, required), wishes);
    if (hits.length > 0) return hits;
  }
  for (let kept = required.length - 1; kept > 0; kept--) {
    const fewer = required.slice(0, kept);
    if (fewer.every((match) => GENERIC.has(match.typed))) break;
    const hits = rankPlaces(index, query, fewer, without(matches, fewer), wishes);
    if (hits.length > 0) return hits;
  }
  return [];
}

/** What a place must have: every typed word that any place has. None where only "street" would be left. */
function requiredOf(matches: readonly WordMatch[]): WordMatch[] {
  const firm = matches.filter((match) => !match.isOptional);
  const asked = firm.length > 0 ? firm : matches;
  const known = asked.filter((match) => match.reach > 0);
  const isTelling = known.some((match) => !GENERIC.has(match.typed));
  return isTelling || known.length === asked.length ? known : [];
}

function without(matches: readonly WordMatch[], required: readonly WordMatch[]): WordMatch[] {
  return matches.filter((match) => match.reach > 0 && !required.includes(match));
}
