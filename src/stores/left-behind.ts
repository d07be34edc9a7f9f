/**
 * What a page could not yet write when it was left. Local storage takes it at once, where IndexedDB would need
 * time that a page which is put aside or ended does not get.
 */
const keyOf = (name: string) => `send-left-${name}`;

export function leaveBehind(name: string, value: unknown): void {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify(value));
  } catch (error) {
    console.warn(`"${name}" could not be left behind`, error);
  }
}

/** As text, so that {@link forgetLeftBehind} can tell whether it is still the same. */
export function leftBehind(name: string): string | null {
  try {
    return localStorage.getItem(keyOf(name));
  } catch {
    return null;
  }
}

/** Once it is written; what another tab has left since stays. */
export function forgetLeftBehind(name: string, text: string | null): void {
  if (text !== null && leftBehind(name) === text) localStorage.removeItem(keyOf(name));
}
