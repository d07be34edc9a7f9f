/**
 * Every word of the gazetteer, sorted by code unit, so that all words with the same prefix form one range of numbers.
 */
export type Vocabulary = {
  words: readonly string[];
  /** The numbers of the words that a typo may mean. Codes and numbers are left out, because they match only exactly. */
  spelled: Uint32Array;
  /** How many leading letters each of those shares with the one before it. */
  shared: Uint8Array;
};

export const MAX_WORD_LENGTH = 60;
const MAX_FUZZY_WORDS = 400;

/** @param words sorted and without repetitions */
export function createVocabulary(
  words: readonly string[],
  isSpelled: (word: string, number: number) => boolean,
): Vocabulary {
  const spelled = Uint32Array.from(
    [...words.keys()].filter((number) => isSpelled(words[number] ?? '', number)),
  );
  const shared = new Uint8Array(spelled.length);
  for (let at = 1; at < spelled.length; at++) {
    shared[at] = commonPrefixLength(words[spelled[at - 1] ?? 0] ?? '', words[spelled[at] ?? 0] ?? '');
  }
  return { words, spelled, shared };
}

function commonPrefixLength(before: string, word: string): number {
  let length = 0;
  while (length < MAX_WORD_LENGTH && length < word.length && before[length] === word[length]) length++;
  return length;
}

/** The number of the first word that does not sort before `text`. */
export function lowerBound(words: readonly string[], text: string): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((words[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The numbers [low, high) of the words that begin with `prefix`. */
export function prefixRange(words: readonly string[], prefix: string): [low: number, high: number] {
  return [lowerBound(words, prefix), lowerBound(words, `${prefix}\uFFFF`)];
}

export type FuzzyWord = { word: number; edits: number; isWhole: boolean };

/** How many typos a word of this length may have. Short words allow none, because they all resemble each other. */
export function maxEdits(length: number): number {
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}

/**
 * Finds the words whose edit distance to `text` is at most `limit` (wrong, missing, extra or swapped letters), and the
 * words with such a prefix. It makes one pass over the sorted words: letters shared with the previous word are not
 * compared again, and if a prefix differs too much, all words with that prefix are skipped.
 */
export function fuzzyWords(vocabulary: Vocabulary, text: string, limit: number): FuzzyWord[] {
  const { words, spelled, shared } = vocabulary;
  const width = text.length + 1;
  const depthMax = text.length + limit;
  const rows = new Uint8Array((depthMax + 1) * width);
  const bestBeginning = new Uint8Array(depthMax + 1).fill(255);
  /** The smallest value of each row. */
  const minimum = new Uint8Array(depthMax + 1);
  for (let column = 0; column < width; column++) rows[column] = column;
  const found: FuzzyWord[] = [];
  // Rows 0..depth belong to the first letters of the current word; deadAt is the depth at which it exceeded the limit.
  let depth = 0;
  let deadAt = Number.POSITIVE_INFINITY;
  for (let at = 0; at < spelled.length; at++) {
    const common = shared[at] ?? 0;
    if (common >= deadAt) continue;
    deadAt = Number.POSITIVE_INFINITY;
    const number = spelled[at] ?? 0;
    const word = words[number] ?? '';
    depth = Math.min(depth, common);
    const end = Math.min(word.length, depthMax);
    while (depth < end) {
      depth++;
      minimum[depth] = fillRow(rows, width, text, word, depth);
      const whole = rows[depth * width + width - 1] ?? 255;
      bestBeginning[depth] = Math.min(bestBeginning[depth - 1] ?? 255, whole);
      // After a row that exceeds the limit all others do too, except after a swap, which continues from the row before.
      const isHopeless = (minimum[depth] ?? 0) > limit && (minimum[depth - 1] ?? 0) >= limit;
      if (isHopeless && (bestBeginning[depth] ?? 255) > limit) {
        deadAt = depth;
        break;
      }
    }
    if (deadAt !== Number.POSITIVE_INFINITY) continue;
    const whole = word.length <= depthMax ? (rows[depth * width + width - 1] ?? 255) : 255;
    const beginning = bestBeginning[depth] ?? 255;
    const edits = Math.min(whole, beginning);
    if (edits > limit) continue;
    found.push({ word: number, edits, isWhole: whole <= beginning });
    if (found.length >= MAX_FUZZY_WORDS) break;
  }
  return found;
}

/** Computes the row of the word's letter at `depth`, and returns its smallest value. */
function fillRow(rows: Uint8Array, width: number, text: string, word: string, depth: number): number {
  const here = depth * width;
  const above = here - width;
  const letter = word.charCodeAt(depth - 1);
  const before = depth > 1 ? word.charCodeAt(depth - 2) : -1;
  rows[here] = depth;
  let least = depth;
  for (let column = 1; column < width; column++) {
    const typed = text.charCodeAt(column - 1);
    let cost = Math.min(
      (rows[above + column] ?? 255) + 1,
      (rows[here + column - 1] ?? 255) + 1,
      (rows[above + column - 1] ?? 255) + (typed === letter ? 0 : 1),
    );
    if (column > 1 && typed === before && text.charCodeAt(column - 2) === letter) {
      cost = Math.min(cost, (rows[above - width + column - 2] ?? 255) + 1);
    }
    rows[here + column] = cost;
    if (cost < least) least = cost;
  }
  return least;
}
