import type { Address } from '../contract/address.ts';
import { removeById, upsert } from './list.ts';
import { createPersistedStore, type Persisted } from './persist.ts';

export type DefaultKind = 'isDefaultPickUp' | 'isDefaultDropOff';

type AddressesState = Persisted<'PersistedAddresses'> & {
  /** A stored list counts as loaded, and so does a first load that failed. */
  isLoaded: boolean;
};

const EMPTY: AddressesState = {
  owner: undefined,
  list: [],
  isLoaded: false,
  updatedAt: undefined,
};

export const useAddresses = createPersistedStore(
  EMPTY,
  {
    name: 'addresses',
    schemaIn: ({ PersistedAddresses }) => PersistedAddresses,
    partialize: ({ owner, list, updatedAt }) => ({ owner, list, updatedAt }),
    merge: (stored, current) =>
      current.updatedAt !== undefined || stored.updatedAt === undefined ? {} : { ...stored, isLoaded: true },
  },
  (set) => ({
    replace: (owner: string, list: Address[], updatedAt: number) =>
      set({ owner, list, isLoaded: true, updatedAt }),
    finishLoading: () => set({ isLoaded: true }),
    upsert: (address: Address) => set(({ list }) => changedNow(upsert(list, [address]))),
    remove: (id: number) => set(({ list }) => changedNow(removeById(list, id))),
    /** Makes this address the only default of its kind in the list. */
    setDefault: (kind: DefaultKind, id: number) =>
      set(({ list }) => changedNow(list.map((address) => ({ ...address, [kind]: address.id === id })))),
    reset: () => set(EMPTY),
  }),
);

/** The list after a change that the server has confirmed. What was requested before must not undo it. */
function changedNow(list: Address[]): Partial<AddressesState> {
  return { list, updatedAt: Date.now() };
}
