/** Soft hyphens, zero-width spaces and direction marks. Joiners stay, because some scripts and emoji need them. */
const INVISIBLE = /[\xad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;
/** A text of nothing but joiners, fillers and the like shows nothing. */
const BLANK = /^[\p{DI}\s]+$/u;

/**
 * Typed or pasted text, trimmed and without the invisible characters that copied text often contains. Letters and their
 * accents become one character, as keyboards type them, so that a search finds them.
 */
export function cleanText(text: string): string {
  return text.normalize('NFC').replace(INVISIBLE, '').replace(BLANK, '').trim();
}
