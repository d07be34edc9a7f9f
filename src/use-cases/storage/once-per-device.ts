const claimedKeys = new Set<string>();

/**
 * Whether an event happens for the first time on this device; the call records it. Without local storage it counts
 * the first time on this page.
 */
export function claimOncePerDevice(event: string): boolean {
  const key = `send-once-${event}`;
  if (claimedKeys.has(key)) return false;
  claimedKeys.add(key);
  try {
    if (localStorage.getItem(key) !== null) return false;
    localStorage.setItem(key, '1');
  } catch (error) {
    console.warn(`"${key}" could not be saved`, error);
  }
  return true;
}
