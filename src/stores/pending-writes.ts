/**
 * Changes that a page had not written yet when it was left. They go to local storage, which is synchronous: a page
 * that is suspended or closed gets no time to finish a write to IndexedDB. The prefix is older than the name of
 * this file and stays, because devices may hold data under it.
 */
const storageKey = (name: string) => `send-left-${name}`;

export function savePendingWrites(name: string, value: unknown): void {
  try {
    localStorage.setItem(storageKey(name), JSON.stringify(value));
  } catch (error) {
    console.warn(`Pending writes of "${name}" could not be saved`, error);
  }
}

/** Returns the stored text as it is, so that {@link clearPendingWrites} can tell whether it has changed since. */
export function readPendingWrites(name: string): string | null {
  try {
    return localStorage.getItem(storageKey(name));
  } catch {
    return null;
  }
}

/** Removes pending writes once they are in the database, unless another tab has replaced them since. */
export function clearPendingWrites(name: string, text: string | null): void {
  if (text !== null && readPendingWrites(name) === text) localStorage.removeItem(storageKey(name));
}
