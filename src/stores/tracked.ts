import { createPersistedStore, type Persisted } from './persist.ts';

/** How many looked-up packages a device stores. */
const TRACKED_PACKAGES_MAX = 20;

type TrackedState = Persisted<'PersistedTracked'>;
export type TrackedPackage = TrackedState['list'][number];

/** Newest first. */
const EMPTY: TrackedState = { list: [] };

/** Packages that were looked up on this device by tracking number, so that they can be read again offline. */
export const useTracked = createPersistedStore(
  EMPTY,
  {
    name: 'tracked',
    schemaIn: ({ PersistedTracked }) => PersistedTracked,
    partialize: ({ list }) => ({ list }),
    merge: (stored, current) => {
      const inDatabase = new Map(stored.list.map((tracked) => [tracked.guid, tracked]));
      // The packages that were shown before the database was read may be older; see recent-rows.ts.
      const shown = current.list.map((tracked) => {
        const found = inDatabase.get(tracked.guid);
        inDatabase.delete(tracked.guid);
        return found && found.at > tracked.at ? found : tracked;
      });
      return { list: [...shown, ...inDatabase.values()].slice(0, TRACKED_PACKAGES_MAX) };
    },
  },
  (set) => ({
    upsert: (tracked: TrackedPackage) =>
      set(({ list }) => ({
        list: [tracked, ...list.filter(({ guid }) => guid !== tracked.guid)].slice(0, TRACKED_PACKAGES_MAX),
      })),
    remove: (removedGuid: string) =>
      set(({ list }) => ({ list: list.filter(({ guid }) => guid !== removedGuid) })),
    /** Deletes what an account looked up. What a guest looked up belongs to the device and stays. */
    reset: () => set(({ list }) => ({ list: list.filter(({ owner }) => owner === undefined) })),
  }),
);

/** The stored package that a guest's request became. */
export function findPackageOfRequest(
  list: readonly TrackedPackage[],
  id: number | string,
): TrackedPackage | undefined {
  return list.find(({ requestId }) => requestId === id);
}
