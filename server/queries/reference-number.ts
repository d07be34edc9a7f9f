import { randomBytes } from 'node:crypto';

/** No vowels, so that no words appear, and no characters that look or sound alike. */
const LETTERS = '23456789CDFGHJKMNPQRTVWX';

/** The reference number of a new order. It is random, so that it does not reveal the number of orders. */
export function newReferenceNumber(): string {
  return `SND-${[...randomBytes(10)].map((byte) => LETTERS[byte % LETTERS.length]).join('')}`;
}
