import * as v from 'valibot';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { TRACKED_PACKAGES_MAX } from '../contract/constants.ts';
import { Tracking } from '../contract/order.ts';
import { goodItems, persisted } from './persist.ts';

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
  keep: (found: TrackedPackage) => void;
  forget: (guid: string) => void;
  /** Forgets what an account looked up; what a guest looked up belongs to the device. */
  reset: () => void;
};

const Kept = v.object({ list: goodItems(TrackedPackage) });

/** What was looked up by tracking number on this device, so that it can be read again without a network. */
export const useTracked = create<TrackedState>()(
  persist(
    (set) => ({
      list: [],
      keep: (found) =>
        set(({ list }) => ({
          list: [found, ...list.filter(({ guid }) => guid !== found.guid)].slice(0, TRACKED_PACKAGES_MAX),
        })),
      forget: (gone) => set(({ list }) => ({ list: list.filter(({ guid }) => guid !== gone) })),
      reset: () => set(({ list }) => ({ list: list.filter(({ owner }) => owner === undefined) })),
    }),
    persisted<TrackedState, v.InferOutput<typeof Kept>>({
      name: 'tracked',
      version: 1,
      schema: Kept,
      partialize: ({ list }) => ({ list }),
      merge: (kept, current) => ({
        ...current,
        list: [
          ...current.list,
          ...kept.list.filter((one) => !current.list.some(({ guid }) => guid === one.guid)),
        ].slice(0, TRACKED_PACKAGES_MAX),
      }),
    }),
  ),
);
