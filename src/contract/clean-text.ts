/** Soft hyphens, zero-width spaces, direction marks, and a joiner, which has a meaning only after a letter or an emoji. */
const INVISIBLE =
  /([^ -~\xad\u200b-\u206f][\u200c\u200d])|[\xad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

/** Typed or pasted text, trimmed and without the invisible characters that copied text often contains. */
export function cleanText(text: string): string {
  return text.replace(INVISIBLE, '$1').trim();
}
