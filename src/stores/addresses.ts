import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { Address } from '../contract/address.ts';
import { removeById, upsert } from './list.ts';
import { type Persisted, persistOptions } from './persist.ts';

export type DefaultKind = 'isDefaultPickUp' | 'isDefaultDropOff';

type AddressesState = {
  /** Whose addresses these are; another account's are never shown. */
  owner: string | undefined;
  list: Address[];
  /** A stored list counts as loaded, and so does a first load that failed. */
  isLoaded: boolean;
  updatedAt: number | undefined;
  replace: (owner: string, list: Address[], at: number) => void;
  finishLoading: () => void;
  upsert: (address: Address) => void;
  remove: (id: number) => void;
  /** Makes this address the only default of its kind in the list. */
  setDefault: (kind: DefaultKind, id: number) => void;
  reset: () => void;
};

const EMPTY = { owner: undefined, list: [], isLoaded: false, updatedAt: undefined };

export const useAddresses = create<AddressesState>()(
  persist(
    (set) => ({
      ...EMPTY,
      replace: (owner, list, updatedAt) => set({ owner, list, isLoaded: true, updatedAt }),
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
      partialize: ({ owner, list, updatedAt }) => ({ owner, list, updatedAt }),
      merge: (stored, current) =>
        current.updatedAt !== undefined || stored.updatedAt === undefined
          ? current
          : { ...current, ...stored, isLoaded: true },
    }),
  ),
);
