const claimedKeys = new Set<string>();

/**
 * Whether this happens for the first time on this device; it has then happened. Where nothing can be kept,
 * the first time of this page counts.
 */
export function claimOncePerDevice(event: string): boolean {
  const key = `send-once-${event}`;
  if (claimedKeys.has(key)) return false;
  claimedKeys.add(key);
  try {
    if (localStorage.getItem(key) !== null) return false;
    localStorage.setItem(key, '1');
  } catch (error) {
    console.warn('It could not be kept that this has happened', error);
  }
  return true;
}
