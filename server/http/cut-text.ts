/**
 * Truncates a text to at most `max` UTF-16 code units, and never within a surrogate pair such as an emoji, because
 * neither databases nor providers accept half of one.
 */
export function cutText(text: string, max: number): string {
  const cut = text.slice(0, max);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** Control characters and direction marks, which can make a text look like another one or like several. */
const INVISIBLE = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/** Text from another source, in one line of at most `max` characters. */
export function oneLine(text: string, max: number): string {
  return cutText(text.toWellFormed().replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim(), max);
}
