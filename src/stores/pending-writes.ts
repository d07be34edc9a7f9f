import { readOr } from '../device/or-warn.ts';
import { randomUuid } from './random-uuid.ts';

/** What a page had not written when it was left, with the key under which it is stored. */
export type PendingWrite = { key: string; text: string };

/** The key of the entry that this page has saved; a page that returns from the back/forward cache replaces it. */
const ownKeys = new Map<string, string>();

const keyPrefix = (name: string) => `send-left-${name} `;

/**
 * Saves changes that a page has not written yet when it is left. They go to local storage, which is synchronous: a
 * page that is suspended or closed gets no time to finish a write to IndexedDB. Each page has an entry of its own,
 * so that tabs that are closed together do not overwrite each other's.
 */
export function savePendingWrites(name: string, value: unknown): void {
  const previousKey = ownKeys.get(name);
  // The time makes the keys sortable: what was left last takes precedence.
  const key = `${keyPrefix(name)}${Date.now()} ${randomUuid()}`;
  try {
    localStorage.setItem(key, JSON.stringify(value));
    ownKeys.set(name, key);
    if (previousKey !== undefined) localStorage.removeItem(previousKey);
  } catch (error) {
    console.warn(`Pending writes of "${name}" could not be saved`, error);
  }
}

/** The pending writes of all pages, oldest first. */
export function readPendingWrites(name: string): PendingWrite[] {
  return readOr([], () =>
    Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
      .filter((key) => key.startsWith(keyPrefix(name)))
      .sort()
      .map((key) => ({ key, text: localStorage.getItem(key) ?? '' })),
  );
}

/** Removes pending writes once they are in the database, unless a page has replaced them since. */
export function clearPendingWrites(writes: readonly PendingWrite[]): void {
  for (const { key, text } of writes) {
    if (localStorage.getItem(key) === text) localStorage.removeItem(key);
  }
}
