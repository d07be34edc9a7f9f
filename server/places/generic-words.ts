const WORDS =
  'street road avenue lane drive park square terrace place court close grove gardens green hill view way quay row walk crescent rise upper lower north south east west main st new old';
const GENERIC = new Set(WORDS.split(' '));

/** Whether a word is part of so many names that it alone identifies no place. */
export function isGenericWord(word: string): boolean {
  return GENERIC.has(word);
}
