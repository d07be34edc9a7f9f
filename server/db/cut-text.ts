/**
 * Truncates a text to at most `max` UTF-16 code units, and never within a surrogate pair such as an emoji, because
 * neither databases nor providers accept half of one.
 */
export function cutText(text: string, max: number): string {
  const cut = text.slice(0, max);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}
