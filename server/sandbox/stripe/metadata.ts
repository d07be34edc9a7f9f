/** As at Stripe, an update adds and changes keys, an empty text removes one, and an empty text for all removes all. */
export function updateMetadata(
  current: Record<string, string>,
  changes: Record<string, string> | '',
): Record<string, string> {
  if (changes === '') return {};
  return Object.fromEntries(Object.entries({ ...current, ...changes }).filter(([, value]) => value !== ''));
}
