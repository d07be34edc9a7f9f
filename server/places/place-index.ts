import { setImmediate } from 'node:timers/promises';
import { type GazetteerPlace, isSettlement } from '../queries/gazetteer.ts';
import { foldText, wordsOf } from './fold-text.ts';
import { createVocabulary, MAX_WORD_LENGTH } from './vocabulary.ts';

/**
 * The search index of the gazetteer: the words of each place and the places of each word (an inverted index), as flat
 * arrays of numbers. Places are numbered by importance, so that every list of places is sorted by importance.
 */
export type PlaceIndex = Awaited<ReturnType<typeof buildPlaceIndex>>;

// Building the index blocks the event loop, so a long list is built in batches with pauses for requests.
const BATCH_SIZE = 4000;

/** Words are cut to the length that the vocabulary compares. */
function truncateWord(word: string): string {
  return word.slice(0, MAX_WORD_LENGTH);
}

/** Joins the words of a name into one, which finds "Black Rock" as Blackrock and makes long street names fast. */
export function joinedName(name: string): string {
  return truncateWord(foldText(name).replaceAll(' ', ''));
}

export async function buildPlaceIndex(unsorted: readonly GazetteerPlace[]) {
  const places = [...unsorted].sort((a, b) => placeImportance(b) - placeImportance(a));
  const numbers = new Map<string, number>();
  const numberOf = (word: string): number => {
    const known = numbers.get(word);
    if (known !== undefined) return known;
    // In V8 a substring keeps the whole string in memory; a copy does not.
    numbers.set(Buffer.from(word).toString(), numbers.size);
    return numbers.size - 1;
  };

  const placeStart = new Uint32Array(places.length + 1);
  const nameWords = new Uint8Array(places.length);
  const otherNameWords = new Uint8Array(places.length);
  const wholeNames = new Uint32Array(places.length);
  const settlementsByName = new Map<string, GazetteerPlace[]>();
  const flat: number[] = [];
  for (const [index, place] of places.entries()) {
    if (index % BATCH_SIZE === BATCH_SIZE - 1) await setImmediate();
    const name = wordsOf(place.name).map(truncateWord);
    const other = wordsOf(place.otherName).map(truncateWord);
    nameWords[index] = name.length;
    otherNameWords[index] = other.length;
    for (const word of [...name, ...other, ...contextWords(place, name)]) flat.push(numberOf(word));
    wholeNames[index] = numberOf(joinedName(place.name));
    placeStart[index + 1] = flat.length;
    if (isSettlement(place.kind)) {
      for (const known of [place.name, place.otherName].filter(Boolean)) {
        const key = foldText(known);
        settlementsByName.set(key, [...(settlementsByName.get(key) ?? []), place]);
      }
    }
  }

  const words = [...numbers.keys()].sort();
  const rank = new Uint32Array(words.length);
  for (const [number, word] of words.entries()) rank[numbers.get(word) ?? 0] = number;
  await setImmediate();
  const wordsOfPlace = Uint32Array.from(flat, (number) => rank[number] ?? 0);
  const wholeName = wholeNames.map((number) => rank[number] ?? 0);
  const isSingle = new Uint8Array(words.length);
  for (const word of wordsOfPlace) isSingle[word] = 1;
  const isSpelled = (word: string, number: number) =>
    isSingle[number] === 1 && word.length > 2 && !/\d/.test(word);
  return {
    places,
    vocabulary: createVocabulary(words, isSpelled),
    /** The places of word w are placesOfWord[wordStart[w] .. wordStart[w + 1]]. */
    ...invertIndex(words.length, placeStart, wordsOfPlace, wholeName, nameWords),
    /** The whole name joined into one word. */
    wholeName,
    /** The words of place p are wordsOfPlace[placeStart[p] .. placeStart[p + 1]]: name, other name, the rest. */
    placeStart,
    wordsOfPlace,
    nameWords,
    otherNameWords,
    settlementsByName,
    /** The folded names of all counties and districts. */
    counties: new Set(places.map(({ county }) => foldText(county)).filter(Boolean)),
    /** The number of the last search that examined each place, so that a search examines none twice. */
    visits: { ofPlace: new Uint32Array(places.length), search: 0 },
  };
}

function contextWords(place: GazetteerPlace, name: readonly string[]): string[] {
  const fields = [place.street, place.suburb, place.city, place.county, place.postcode];
  const words = new Set(fields.flatMap(wordsOf).map(truncateWord));
  for (const word of name) words.delete(word);
  return [...words];
}

/** Builds the list of places of each word from the words of each place. A joined name counts as a word. */
function invertIndex(
  wordCount: number,
  placeStart: Uint32Array,
  wordsOfPlace: Uint32Array,
  wholeName: Uint32Array,
  nameWords: Uint8Array,
) {
  const wordStart = new Uint32Array(wordCount + 1);
  const everyWord = (use: (word: number, place: number) => void) => {
    for (let place = 0; place < wholeName.length; place++) {
      const end = placeStart[place + 1] ?? 0;
      for (let at = placeStart[place] ?? 0; at < end; at++) use(wordsOfPlace[at] ?? 0, place);
      if ((nameWords[place] ?? 0) > 1) use(wholeName[place] ?? 0, place);
    }
  };
  everyWord((word) => {
    wordStart[word + 1] = (wordStart[word + 1] ?? 0) + 1;
  });
  for (let word = 0; word < wordCount; word++) {
    wordStart[word + 1] = (wordStart[word + 1] ?? 0) + (wordStart[word] ?? 0);
  }
  const next = wordStart.slice();
  const placesOfWord = new Uint32Array(wordStart[wordCount] ?? 0);
  everyWord((word, place) => {
    const at = next[word] ?? 0;
    placesOfWord[at] = place;
    next[word] = at + 1;
  });
  return { wordStart, placesOfWord };
}

/** From 0 to 1: towns by population, then landmarks, then streets. */
export function placeImportance(place: GazetteerPlace): number {
  if (place.kind === 'street') return 0.25;
  if (place.kind === 'landmark') return 0.3;
  return Math.min(1, 0.3 + Math.log10(Math.max(1, place.population)) / 10);
}
