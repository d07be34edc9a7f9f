import { randomBytes } from 'node:crypto';

/** Without vowels and without what sounds or looks alike on the telephone. */
const LETTERS = '23456789CDFGHJKMNPQRTVWX';

/** A new order's reference. Random, so that it does not tell how many orders there are. */
export function newReferenceNumber(): string {
  return `SND-${[...randomBytes(10)].map((byte) => LETTERS[byte % LETTERS.length]).join('')}`;
}
