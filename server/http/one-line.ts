import { cutText } from '../../src/contract/storable-text.ts';

/** Control characters and direction marks, which can make a text look like another one or like several. */
const INVISIBLE = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/** Text from another source, in one line of at most `max` characters. */
export function oneLine(text: string, max: number): string {
  return cutText(text.toWellFormed().replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim(), max);
}
