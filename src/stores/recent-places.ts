import type { DraftPlace } from '../domain/draft.ts';
import { createPersistedStore, type Persisted } from './persist.ts';
import { currentAccount, useAccount } from './user.ts';

export const RECENT_PLACES_MAX = 10;

type RecentPlaces = Persisted<'PersistedRecentPlaces'>;
export type RecentPlace = RecentPlaces['list'][number];

/** Newest first. */
const EMPTY: RecentPlaces = { list: [] };

/** Places that were chosen on this device, so that they can be chosen again offline. */
export const useRecentPlaces = createPersistedStore(
  EMPTY,
  {
    name: 'recent-places',
    schemaIn: ({ PersistedRecentPlaces }) => PersistedRecentPlaces,
    partialize: ({ list }) => ({ list }),
    merge: (stored, current) => ({ list: mergePlaces(current.list, stored.list) }),
    // Another tab may have stored other places since. Only a reset writes an empty list.
    mergePersisted: (stored, current) =>
      current.list[0] ? { list: mergePlaces(current.list, stored.list) } : current,
  },
  (set) => ({
    add: (place: RecentPlace) => set(({ list }) => ({ list: mergePlaces([place], list) })),
    /** Deletes all places: where the user sends packages is private, so nothing stays after a log-out. */
    reset: () => set(EMPTY),
  }),
);

function mergePlaces(newer: readonly RecentPlace[], older: readonly RecentPlace[]): RecentPlace[] {
  const isKnown = (place: RecentPlace) =>
    newer.some(({ name, owner }) => name === place.name && owner === place.owner);
  return [...newer, ...older.filter((place) => !isKnown(place))].slice(0, RECENT_PLACES_MAX);
}

/** Stores a place that was chosen with its coordinates, to suggest it again to the same user. */
export function addRecentPlace({ name, chosen }: DraftPlace, street = ''): void {
  const owner = currentAccount();
  if (chosen) useRecentPlaces.getState().add({ name, street, chosen, ...(owner !== undefined && { owner }) });
}

/** The places that the current user has chosen on this device, newest first. */
export function useMyRecentPlaces(): RecentPlace[] {
  const account = useAccount();
  return useRecentPlaces(({ list }) => list).filter(({ owner }) => owner === account);
}
