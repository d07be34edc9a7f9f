import { expect, test } from 'vitest';
import { createVocabulary, fuzzyWords, prefixRange } from '../../server/places/vocabulary.ts';

/** The Damerau-Levenshtein distance: letters replaced, missing, added, or swapped with their neighbor. */
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => i + j),
  );
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const at = (x: number, y: number) => rows[x]?.[y] ?? 0;
      let cost = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, at(i - 2, j - 2) + 1);
      (rows[i] ?? [])[j] = cost;
    }
  }
  return rows[a.length]?.[b.length] ?? 0;
}

function smallestPrefixDistance(word: string, text: string): number {
  const ends = Array.from({ length: word.length + 1 }, (_, end) => word.slice(0, end));
  return Math.min(...ends.map((beginning) => distance(beginning, text)));
}

let seed = 7;
function random(below: number): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return (seed >>> 8) % below;
}
function randomWord(length: number): string {
  return Array.from({ length }, () => 'abcd'[random(4)]).join('');
}

test('a fuzzy search finds exactly the words and prefixes within the edit distance', () => {
  const words = [...new Set(Array.from({ length: 250 }, () => randomWord(1 + random(9))))].sort();
  const vocabulary = createVocabulary(words, () => true);
  for (let round = 0; round < 80; round++) {
    const text = randomWord(4 + random(6));
    for (const limit of [1, 2]) {
      const expected = words.flatMap((word, number) => {
        const edits = smallestPrefixDistance(word, text);
        return edits <= limit ? [{ word: number, edits, isWhole: distance(word, text) === edits }] : [];
      });
      expect(fuzzyWords(vocabulary, text, limit), `${text} within ${limit}`).toEqual(expected);
    }
  }
});

test('a fuzzy search matches codes only exactly', () => {
  const words = ['abbey', 'd06', 'd08'];
  const vocabulary = createVocabulary(words, (word) => !/\d/.test(word));
  expect(fuzzyWords(vocabulary, 'd07', 1)).toEqual([]);
  expect(fuzzyWords(vocabulary, 'abbye', 1).map(({ word }) => words[word])).toEqual(['abbey']);
});

test('a prefix search finds the range of words with a prefix', () => {
  const words = ['a', 'ab', 'abc', 'abd', 'b'];
  expect(prefixRange(words, 'ab')).toEqual([1, 4]);
  expect(prefixRange(words, 'x')).toEqual([5, 5]);
});
