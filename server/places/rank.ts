import type { GazetteerPlace } from '../queries/gazetteer.ts';
import { joinedName, type PlaceIndex, placeImportance } from './place-index.ts';
import type { QueryText, QueryWord } from './query-text.ts';
import { fuzzyWords, lowerBound, MAX_WORD_LENGTH, maxEdits, prefixRange } from './vocabulary.ts';

export type SearchHit = {
  place: GazetteerPlace;
  /** From 0 to about 1. */
  score: number;
  /** As typed, if the place is a street; otherwise empty. */
  houseNumber: string;
};

type WordMatches = readonly WordMatch[];
export type PlaceFilter = (place: GazetteerPlace) => boolean;
export type RankOptions = { limit: number; filter: PlaceFilter };

/** How many places one search examines, which limits its duration. */
const MAX_CANDIDATES = 4000;
/** The weight of a word in the town or the postcode; a word in the name weighs more. */
const CONTEXT_WEIGHT = 0.6;
const WORDS_WEIGHT = 0.5;
const NAME_WEIGHT = 0.2;
const WHOLE_NAME_BONUS = 0.08;
/** Shorter prefixes match too many names to examine all of them. */
const WHOLE_NAME_MIN = 4;

/** A name joined into one word, and the words of the vocabulary that begin with it. */
type WholeName = { typed: string; low: number; high: number };

/** The words of a text that a place must contain, and others that it may contain. */
export type QueryWords = { required: WordMatches; all: WordMatches };

/** The best `limit` places that contain all required words. The other words only affect the order. */
export function rankPlaces(index: PlaceIndex, query: QueryText, words: QueryWords, options: RankOptions) {
  const { required } = words;
  const helpful = words.all.filter((match) => match.reach > 0 && !required.includes(match));
  if (required.length === 0) return [];
  const names = wholeNames(index, query);
  const matches = [...required, ...helpful];
  const best: SearchHit[] = [];
  for (const number of findCandidates(index, required, names, options.filter)) {
    const place = index.places[number];
    if (place === undefined) continue;
    const whole = wholeNameFit(index, number, names);
    const fit = Math.max(wordFit(index, number, required, helpful), WORDS_WEIGHT * whole);
    if (fit === 0) continue;
    const coverage = NAME_WEIGHT * Math.max(whole, nameCoverage(index, number, matches));
    const bonus = (whole === 1 ? WHOLE_NAME_BONUS : 0) + bonusOf(place, query);
    const score = fit + coverage + bonus;
    const worst = best.length < options.limit ? undefined : best[best.length - 1];
    if (worst && worst.score >= score) continue;
    const at = best.findIndex((hit) => hit.score < score);
    const houseNumber = acceptsHouseNumber(place, query.houseNumber) ? query.houseNumber : '';
    best.splice(at === -1 ? best.length : at, 0, { place, score, houseNumber });
    if (best.length > options.limit) best.pop();
  }
  return best;
}

/**
 * The words that begin with the text before the first comma, joined into one word, with and without the house number:
 * "Black Rock" matches Blackrock, and "3 arena" matches 3Arena.
 */
function wholeNames(index: PlaceIndex, query: QueryText): WholeName[] {
  const name = (query.parts[0] ?? []).join('');
  if (name.length < WHOLE_NAME_MIN) return [];
  const numbered = query.houseNumber === '' ? [] : [joinedName(query.houseNumber) + name];
  return [name, ...numbered].map((typed) => {
    const [low, high] = prefixRange(index.vocabulary.words, typed);
    return { typed, low, high };
  });
}

/** How well the whole name matches: 1 for an exact match, less for a prefix, 0 for no match. */
function wholeNameFit(index: PlaceIndex, number: number, names: readonly WholeName[]): number {
  const word = index.wholeName[number] ?? 0;
  let best = 0;
  for (const { typed, low, high } of names) {
    if (word < low || word >= high) continue;
    best = Math.max(best, typed.length / (index.vocabulary.words[word]?.length ?? 1));
  }
  return best;
}

/** The candidates: places that contain the rarest of the words, and places whose whole name matches. */
function* findCandidates(
  index: PlaceIndex,
  required: WordMatches,
  names: readonly WholeName[],
  filter: PlaceFilter,
): Generator<number> {
  const { visits, wordStart, placesOfWord, places } = index;
  const search = ++visits.search;
  const rarest = required.reduce((least, match) => (match.reach < least.reach ? match : least));
  const misspelled = [...rarest.fuzzy.keys()].map((word) => ({ low: word, high: word + 1 }));
  const ranges = [...names, rarest, ...misspelled];
  // There are too many to examine all: first the most important ones of every word, then others up to the limit.
  const isMuch = rarest.reach > MAX_CANDIDATES;
  const ceilings = isMuch ? [MAX_CANDIDATES / 2, places.length] : [places.length];
  let left = MAX_CANDIDATES;
  for (const ceiling of ceilings) {
    for (const { low, high } of ranges) {
      const end = wordStart[high] ?? 0;
      for (let at = wordStart[low] ?? 0; at < end; at++) {
        const number = placesOfWord[at] ?? 0;
        if (number >= ceiling || visits.ofPlace[number] === search) continue;
        visits.ofPlace[number] = search;
        const place = places[number];
        if (place === undefined || !filter(place)) continue;
        yield number;
        left--;
        if (left === 0) return;
      }
    }
  }
}

/** How well a place matches the words, from 0 to 0.6; 0 if it lacks a required word. */
function wordFit(index: PlaceIndex, number: number, required: WordMatches, helpful: WordMatches): number {
  let sum = 0;
  for (const match of required) {
    const quality = bestQuality(index, number, match);
    if (quality === 0) return 0;
    sum += quality;
  }
  let help = 0;
  for (const match of helpful) help += bestQuality(index, number, match);
  return WORDS_WEIGHT * (sum / required.length) + 0.1 * (help / Math.max(1, helpful.length));
}

function bestQuality(index: PlaceIndex, number: number, match: WordMatch): number {
  const from = index.placeStart[number] ?? 0;
  const to = index.placeStart[number + 1] ?? 0;
  const names = (index.nameWords[number] ?? 0) + (index.otherNameWords[number] ?? 0);
  let best = 0;
  for (let at = from; at < to; at++) {
    const weight = at - from < names ? 1 : CONTEXT_WEIGHT;
    if (weight <= best) break;
    best = Math.max(best, weight * matchQuality(index, match, index.wordsOfPlace[at] ?? 0));
  }
  return best;
}

/** The share of the place's name, or of its other name, that was typed. */
function nameCoverage(index: PlaceIndex, number: number, matches: WordMatches): number {
  const from = index.placeStart[number] ?? 0;
  const name = index.nameWords[number] ?? 0;
  const other = index.otherNameWords[number] ?? 0;
  return Math.max(
    typedShare(index, from, from + name, matches),
    0.9 * typedShare(index, from + name, from + name + other, matches),
  );
}

function typedShare(index: PlaceIndex, from: number, to: number, matches: WordMatches): number {
  let letters = 0;
  let typed = 0;
  for (let at = from; at < to; at++) {
    const word = index.wordsOfPlace[at] ?? 0;
    const length = index.vocabulary.words[word]?.length ?? 0;
    let best = 0;
    for (const match of matches) best = Math.max(best, matchQuality(index, match, word));
    letters += length;
    typed += length * best;
  }
  return letters === 0 ? 0 : typed / letters;
}

function bonusOf(place: GazetteerPlace, query: QueryText): number {
  const bonus = 0.12 * placeImportance(place);
  if (query.houseNumber === '') return bonus;
  // For a query with number 12 the street itself is a better result than its number 14.
  const own = /^\d+/.exec(place.name)?.[0];
  return own !== undefined && !query.houseNumber.startsWith(own) ? bonus - 0.15 : bonus;
}

/** Whether the typed number is a house number in this street, and not part of its name. */
function acceptsHouseNumber(place: GazetteerPlace, houseNumber: string): boolean {
  if (houseNumber === '' || place.kind !== 'street') return false;
  return !joinedName(place.name).includes(joinedName(houseNumber));
}

/** The words of the gazetteer that one typed word may mean. */
export type WordMatch = {
  typed: string;
  isOptional: boolean;
  /** The number of the word itself; -1 if no place contains it. */
  exact: number;
  /** The words that begin with it: numbers low to high - 1. */
  low: number;
  high: number;
  /** The words of which it may be a misspelling, and how well they match (0 to 1). */
  fuzzy: ReadonlyMap<number, number>;
  /** The number of places that it may mean, counted once per word. */
  reach: number;
};

const NO_WORDS: ReadonlyMap<number, number> = new Map();

/** @param tolerance whether to look for misspellings only if no word begins with the typed one, or always */
export function matchWord(index: PlaceIndex, word: QueryWord, tolerance: 'unknown' | 'all'): WordMatch {
  const { words } = index.vocabulary;
  const typed = word.text.slice(0, MAX_WORD_LENGTH);
  // Numbers match only as a whole, because a digit would be the prefix of very many numbers.
  const isWhole = /^\d+$/.test(typed);
  const at = lowerBound(words, typed);
  const exact = words[at] === typed ? at : -1;
  const [low, high] = isWhole ? [at, exact === -1 ? at : at + 1] : prefixRange(words, typed);
  const isMisspelled = tolerance === 'all' || high === low;
  const fuzzy = isMisspelled && !/\d/.test(typed) ? misspellings(index, typed) : NO_WORDS;
  let reach = countPlaces(index, low, high);
  for (const other of fuzzy.keys()) {
    if (other < low || other >= high) reach += countPlaces(index, other, other + 1);
  }
  return { typed, isOptional: word.isOptional, exact, low, high, fuzzy, reach };
}

function misspellings(index: PlaceIndex, typed: string): ReadonlyMap<number, number> {
  const limit = maxEdits(typed.length);
  if (limit === 0) return NO_WORDS;
  const found = new Map<number, number>();
  for (const { word, edits, isWhole } of fuzzyWords(index.vocabulary, typed, limit)) {
    found.set(word, (0.9 - 0.2 * edits) * (isWhole ? 1 : 0.85));
  }
  return found;
}

function countPlaces(index: PlaceIndex, low: number, high: number): number {
  return (index.wordStart[high] ?? 0) - (index.wordStart[low] ?? 0);
}

/** How well a word of a place matches the typed one: 1 for an exact match, 0 for none. */
function matchQuality(index: PlaceIndex, match: WordMatch, word: number): number {
  if (word === match.exact) return 1;
  if (word >= match.low && word < match.high) {
    const length = index.vocabulary.words[word]?.length ?? match.typed.length;
    return 0.6 + 0.35 * (match.typed.length / length);
  }
  return match.fuzzy.get(word) ?? 0;
}
