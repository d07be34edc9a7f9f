import * as v from 'valibot';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { TRACKED_PACKAGES_MAX } from '../contract/constants.ts';
import { Tracking } from '../contract/order.ts';
import { persistOptions, validItems } from './persist.ts';

const TrackedPackage = v.object({
  /** The tracking number that was looked up, in lower case. */
  guid: v.string(),
  tracking: Tracking,
  /** When the server last confirmed it. */
  at: v.number(),
  /** The account that looked it up; undefined for a guest. */
  owner: v.optional(v.string()),
});
export type TrackedPackage = v.InferOutput<typeof TrackedPackage>;

type TrackedState = {
  /** Newest first. */
  list: TrackedPackage[];
  upsert: (tracked: TrackedPackage) => void;
  remove: (guid: string) => void;
  /** Deletes what an account looked up. What a guest looked up belongs to the device and stays. */
  reset: () => void;
};

const PersistedTracked = v.object({ list: validItems(TrackedPackage) });

/** Version 1 stored `tracking` under the name `answer`. */
function renameAnswers(stored: unknown): unknown {
  const parsed = v.safeParse(v.object({ list: v.array(v.looseObject({ answer: v.unknown() })) }), stored);
  if (!parsed.success) return stored;
  return { list: parsed.output.list.map(({ answer, ...rest }) => ({ ...rest, tracking: answer })) };
}

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
    persistOptions<TrackedState, v.InferOutput<typeof PersistedTracked>>({
      name: 'tracked',
      version: 2,
      schema: PersistedTracked,
      migrate: renameAnswers,
      partialize: ({ list }) => ({ list }),
      merge: (stored, current) => ({
        ...current,
        list: [
          ...current.list,
          ...stored.list.filter((tracked) => !current.list.some(({ guid }) => guid === tracked.guid)),
        ].slice(0, TRACKED_PACKAGES_MAX),
      }),
    }),
  ),
);
