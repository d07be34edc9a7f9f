const claimedKeys = new Set<string>();

/** Records an event and returns whether it is the first on this device; without local storage, on this page. */
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
