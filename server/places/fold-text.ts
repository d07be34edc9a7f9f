import addressWords from './address-words.json';

// Letters that Unicode normalization does not decompose into a base letter and an accent.
const LETTERS: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
};
const APOSTROPHES = /['’‘ʼ`´]/g;
/** "O Connell", "O'Connell" and "OConnell" count as the same word. */
const PREFIX_LETTER = /\b([od])\s+(?=\p{L}{3})/gu;

/** Normalizes text for comparison: no accents, lower case, no punctuation, single spaces. */
export function foldText(text: string): string {
  return (
    text
      .normalize('NFKD')
      // Accents, and characters without a width, which users do not see.
      .replace(/[\p{M}\p{Cf}]/gu, '')
      .toLowerCase()
      .replace(/[ßøæœłđðþ]/g, (letter) => LETTERS[letter] ?? letter)
      .replace(APOSTROPHES, '')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .replace(PREFIX_LETTER, '$1')
      .trim()
  );
}

export function wordsOf(text: string): string[] {
  const folded = foldText(text);
  return folded === '' ? [] : folded.split(' ');
}

const GENERIC = new Set(addressWords.generic);

/** Whether a word is part of so many names that it alone identifies no place. */
export function isGenericWord(word: string): boolean {
  return GENERIC.has(word);
}
