/**
 * Soft hyphens, zero-width spaces and direction marks. Joiners stay, because some scripts and emoji need them, unless the
 * text has nothing that can be seen.
 */
const INVISIBLE = /^[\p{DI}\s]+$|[\xad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;

/**
 * Typed or pasted text, trimmed and without the invisible characters that copied text often contains. Letters and their
 * accents become one character, as keyboards type them, so that a search finds them.
 */
export function cleanText(text: string): string {
  return text.normalize('NFC').replace(INVISIBLE, '').trim();
}
