import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { Address } from '../contract/address.ts';
import { removeById, upsert, upsertAll } from './list.ts';
import { type Persisted, persistOptions } from './persist.ts';

export type DefaultKind = 'isDefaultPickUp' | 'isDefaultDropOff';

type AddressesState = {
  /** Whose addresses these are; another account's are never shown. */
  owner: string | undefined;
  list: Address[];
  /** A stored list counts as loaded, and so does a first load that failed. */
  isLoaded: boolean;
  updatedAt: number | undefined;
  /** Where the server's next page begins; undefined if the list contains every address. */
  next: string | undefined;
  /** Replaces the list. With `next` it is only the first page, and newer addresses stay as they are. */
  replace: (owner: string, list: Address[], at: number, next?: string) => void;
  /** Adds a later page of the list. */
  addPage: (owner: string, page: Address[]) => void;
  finishLoading: () => void;
  upsert: (address: Address) => void;
  remove: (id: number) => void;
  /** Makes this address the only default of its kind in the list. */
  setDefault: (kind: DefaultKind, id: number) => void;
  reset: () => void;
};

const EMPTY = { owner: undefined, list: [], isLoaded: false, updatedAt: undefined, next: undefined };

export const useAddresses = create<AddressesState>()(
  persist(
    (set) => ({
      ...EMPTY,
      replace: (owner, list, updatedAt, next) =>
        set((state) => {
          const isFollowing = state.owner === owner && next !== undefined ? followsPage(list) : () => false;
          return {
            owner,
            list: upsertAll(list, state.list.filter(isFollowing)),
            isLoaded: true,
            updatedAt,
            next,
          };
        }),
      addPage: (owner, page) =>
        set((state) => (state.owner === owner ? { list: upsertAll(state.list, page) } : {})),
      finishLoading: () => set({ isLoaded: true }),
      upsert: (address) => set(({ list }) => ({ list: upsert(list, address) })),
      remove: (id) => set(({ list }) => ({ list: removeById(list, id) })),
      setDefault: (kind, id) =>
        set(({ list }) => ({ list: list.map((address) => ({ ...address, [kind]: address.id === id })) })),
      reset: () => set(EMPTY),
    }),
    persistOptions<AddressesState, Persisted<'PersistedAddresses'>>({
      name: 'addresses',
      version: 1,
      schemaIn: ({ PersistedAddresses }) => PersistedAddresses,
      partialize: ({ owner, list, updatedAt, next }) => ({ owner, list, updatedAt, next }),
      merge: (stored, current) =>
        current.updatedAt !== undefined || stored.updatedAt === undefined
          ? current
          : { ...current, ...stored, isLoaded: true },
    }),
  ),
);

/** Whether an address belongs to a later page: it is newer than every address of this one that is no default. */
function followsPage(page: readonly Address[]): (address: Address) => boolean {
  const isDefault = (address: Address) => address.isDefaultPickUp || address.isDefaultDropOff;
  const last = Math.max(...page.filter((address) => !isDefault(address)).map(({ id }) => id));
  const ids = new Set(page.map(({ id }) => id));
  return (address) => address.id > last && !ids.has(address.id) && !isDefault(address);
}
