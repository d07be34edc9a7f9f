import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { type Persisted, persistOptions } from './persist.ts';

/** How many looked-up packages a device stores. */
const TRACKED_PACKAGES_MAX = 20;

export type TrackedPackage = Persisted<'PersistedTracked'>['list'][number];

type TrackedState = {
  /** Newest first. */
  list: TrackedPackage[];
  upsert: (tracked: TrackedPackage) => void;
  remove: (guid: string) => void;
  /** Deletes what an account looked up. What a guest looked up belongs to the device and stays. */
  reset: () => void;
};

/** Packages that were looked up on this device by tracking number, so that they can be read again offline. */
export const useTracked = create<TrackedState>()(
  persist(
    (set) => ({
      list: [],
      upsert: (tracked) =>
        set(({ list }) => ({
          list: [tracked, ...list.filter(({ guid }) => guid !== tracked.guid)].slice(0, TRACKED_PACKAGES_MAX),
        })),
      remove: (removedGuid) => set(({ list }) => ({ list: list.filter(({ guid }) => guid !== removedGuid) })),
      reset: () => set(({ list }) => ({ list: list.filter(({ owner }) => owner === undefined) })),
    }),
    persistOptions<TrackedState, Persisted<'PersistedTracked'>>({
      name: 'tracked',
      version: 1,
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
        return { ...current, list: [...shown, ...inDatabase.values()].slice(0, TRACKED_PACKAGES_MAX) };
      },
    }),
  ),
);

/** The stored package that a guest's request became. */
export function findPackageOfRequest(
  list: readonly TrackedPackage[],
  id: number | string,
): TrackedPackage | undefined {
  return list.find(({ requestId }) => requestId === id);
}
