import { createPersistedStore, type Persisted } from './persist.ts';
import { currentAccount } from './user.ts';

const TRACKED_PACKAGES_MAX = 20;

type TrackedState = Persisted<'PersistedTracked'>;
export type TrackedPackage = TrackedState['list'][number];

/** Newest first. */
const EMPTY: TrackedState = { list: [] };

/** What this tab has removed is not taken over from the database again. */
const removedGuids = new Set<string>();

/** Packages that were looked up on this device by tracking number, so that they can be read again offline. */
export const useTracked = createPersistedStore(
  EMPTY,
  {
    name: 'tracked',
    schemaIn: ({ PersistedTracked }) => PersistedTracked,
    partialize: ({ list }) => ({ list }),
    merge: mergeTracked,
    mergePersisted: mergeTracked,
  },
  (set) => ({
    upsert: (tracked: TrackedPackage) =>
      set(({ list }) => ({
        list: [tracked, ...list.filter(({ guid }) => guid !== tracked.guid)].slice(0, TRACKED_PACKAGES_MAX),
      })),
    remove: (removedGuid: string) => {
      removedGuids.add(removedGuid);
      set(({ list }) => ({ list: list.filter(({ guid }) => guid !== removedGuid) }));
    },
    /** Deletes what an account looked up. What a guest looked up belongs to the device and stays. */
    reset: () => set(({ list }) => ({ list: list.filter(({ owner }) => owner === undefined) })),
  }),
);

/** Another tab may have looked up other packages since, and what was shown before the first read may be older. */
function mergeTracked(stored: TrackedState, current: TrackedState): TrackedState {
  const retained = stored.list.filter(
    (tracked) => isOfCurrentUser(tracked) && !removedGuids.has(tracked.guid),
  );
  const newest = [...current.list, ...retained].sort((a, b) => b.at - a.at);
  const isFirst = ({ guid }: TrackedPackage, index: number) =>
    newest.findIndex((tracked) => tracked.guid === guid) === index;
  return { list: newest.filter(isFirst).slice(0, TRACKED_PACKAGES_MAX) };
}

/** What an account looked up is shown to it alone, and is deleted with its session also if another tab has stored it. */
export function isOfCurrentUser({ owner }: TrackedPackage): boolean {
  return owner === undefined || owner === currentAccount();
}

/** The stored package that a guest's request became. */
export function findPackageOfRequest(
  list: readonly TrackedPackage[],
  id: number | string,
): TrackedPackage | undefined {
  return list.find(({ requestId }) => requestId === id);
}
