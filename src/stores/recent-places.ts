import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { type Persisted, persistOptions } from './persist.ts';

/** How many recently chosen places a device stores. */
export const RECENT_PLACES_MAX = 10;

export type RecentPlace = Persisted<'PersistedRecentPlaces'>['list'][number];

type RecentPlacesState = {
  /** Newest first. */
  list: RecentPlace[];
  add: (place: RecentPlace) => void;
  /** Deletes all places: where the user sends packages is private, so nothing stays after a log-out. */
  reset: () => void;
};

/** Places that were chosen on this device, so that they can be chosen again offline. */
export const useRecentPlaces = create<RecentPlacesState>()(
  persist(
    (set) => ({
      list: [],
      add: (place) => set(({ list }) => ({ list: mergePlaces([place], list) })),
      reset: () => set({ list: [] }),
    }),
    persistOptions<RecentPlacesState, Persisted<'PersistedRecentPlaces'>>({
      name: 'recent-places',
      version: 1,
      schemaIn: ({ PersistedRecentPlaces }) => PersistedRecentPlaces,
      partialize: ({ list }) => ({ list }),
      merge: (stored, current) => ({ ...current, list: mergePlaces(current.list, stored.list) }),
    }),
  ),
);

function mergePlaces(newer: readonly RecentPlace[], older: readonly RecentPlace[]): RecentPlace[] {
  const isKnown = (place: RecentPlace) =>
    newer.some(({ name, owner }) => name === place.name && owner === place.owner);
  return [...newer, ...older.filter((place) => !isKnown(place))].slice(0, RECENT_PLACES_MAX);
}
