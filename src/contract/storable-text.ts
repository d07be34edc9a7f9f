/** PostgreSQL cannot store NUL, and UTF-8 cannot encode half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/**
 * Truncates a text to at most `max` UTF-16 code units, and never within a surrogate pair such as an emoji, because
 * neither databases nor providers accept half of one.
 */
export function cutText(text: string, max: number): string {
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
}
