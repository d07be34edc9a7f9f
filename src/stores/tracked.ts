import * as v from 'valibot';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { TRACKED_PACKAGES_MAX } from '../contract/constants.ts';
import { Tracking } from '../contract/order.ts';
import { persistOptions, validItems } from './persist.ts';

const TrackedPackage = v.object({
  /** The tracking number as it was asked for, in lower case. */
  guid: v.string(),
  answer: Tracking,
  /** When the server last said so. */
  at: v.number(),
  /** The account that asked; undefined for a guest. */
  owner: v.optional(v.string()),
});
export type TrackedPackage = v.InferOutput<typeof TrackedPackage>;

type TrackedState = {
  /** The newest first. */
  list: TrackedPackage[];
  upsert: (tracked: TrackedPackage) => void;
  remove: (guid: string) => void;
  /** Forgets what an account looked up; what a guest looked up belongs to the device. */
  reset: () => void;
};

const PersistedTracked = v.object({ list: validItems(TrackedPackage) });

/** What was looked up by tracking number on this device, so that it can be read again without a network. */
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
      version: 1,
      schema: PersistedTracked,
      partialize: ({ list }) => ({ list }),
      merge: (stored, current) => ({
        ...current,
        list: [
          ...current.list,
          ...stored.list.filter((one) => !current.list.some(({ guid }) => guid === one.guid)),
        ].slice(0, TRACKED_PACKAGES_MAX),
      }),
    }),
  ),
);
