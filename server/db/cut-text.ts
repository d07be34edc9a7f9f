/**
 * Cuts a text to at most `max` UTF-16 units and never between the two halves of a character such as an emoji: no
 * database and no provider accepts half of one.
 */
export function cutText(text: string, max: number): string {
  const cut = text.slice(0, max);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}
