/**
 * What a page could not yet write when it was left. Local storage takes it at once, where IndexedDB would need
 * time that a page which is put aside or ended does not get.
 */
const storageKey = (name: string) => `send-left-${name}`;

export function savePendingWrites(name: string, value: unknown): void {
  try {
    localStorage.setItem(storageKey(name), JSON.stringify(value));
  } catch (error) {
    console.warn(`"${name}" could not be left behind`, error);
  }
}

/** As text, so that {@link clearPendingWrites} can tell whether it is still the same. */
export function readPendingWrites(name: string): string | null {
  try {
    return localStorage.getItem(storageKey(name));
  } catch {
    return null;
  }
}

/** Once it is written; what another tab has left since stays. */
export function clearPendingWrites(name: string, text: string | null): void {
  if (text !== null && readPendingWrites(name) === text) localStorage.removeItem(storageKey(name));
}
