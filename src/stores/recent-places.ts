import * as v from 'valibot';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { RECENT_PLACES_MAX, TEXT_MAX_LENGTH } from '../contract/constants.ts';
import { ChosenPlace } from '../domain/draft.ts';
import { persistOptions, validItems } from './persist.ts';

const RecentPlace = v.object({
  /** The whole address in one line. */
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(TEXT_MAX_LENGTH)),
  street: v.fallback(v.string(), ''),
  chosen: ChosenPlace,
  /** The account that chose it; undefined for a guest. */
  owner: v.optional(v.string()),
});
export type RecentPlace = v.InferOutput<typeof RecentPlace>;

type RecentPlacesState = {
  /** Newest first. */
  list: RecentPlace[];
  add: (place: RecentPlace) => void;
  /** Deletes all places: where somebody sends parcels is private, so nothing stays after a log-out. */
  reset: () => void;
};

const PersistedRecentPlaces = v.object({ list: validItems(RecentPlace) });

/** Places that were chosen on this device, so that they can be chosen again offline. */
export const useRecentPlaces = create<RecentPlacesState>()(
  persist(
    (set) => ({
      list: [],
      add: (place) => set(({ list }) => ({ list: mergePlaces([place], list) })),
      reset: () => set({ list: [] }),
    }),
    persistOptions<RecentPlacesState, v.InferOutput<typeof PersistedRecentPlaces>>({
      name: 'recent-places',
      version: 1,
      schema: PersistedRecentPlaces,
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
