import type { PlaceIndex } from './place-index.ts';
import type { QueryWord } from './query-text.ts';
import { fuzzyWords, lowerBound, MAX_WORD_LENGTH, maxEdits, prefixRange } from './vocabulary.ts';

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
export function matchQuality(index: PlaceIndex, match: WordMatch, word: number): number {
  if (word === match.exact) return 1;
  if (word >= match.low && word < match.high) {
    const length = index.vocabulary.words[word]?.length ?? match.typed.length;
    return 0.6 + 0.35 * (match.typed.length / length);
  }
  return match.fuzzy.get(word) ?? 0;
}
