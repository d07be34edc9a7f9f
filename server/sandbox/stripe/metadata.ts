/** As at Stripe, an update adds and changes keys, and an empty text removes one. */
export function updateMetadata(
  current: Record<string, string>,
  changes: Record<string, string> = {},
): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...current, ...changes }).filter(([, value]) => value !== ''));
}
