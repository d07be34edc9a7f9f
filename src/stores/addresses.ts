import type { Address } from '../contract/address.ts';
import { removeById, upsert, upsertAll } from './list.ts';
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
  next: undefined,
};

export const useAddresses = createPersistedStore(
  EMPTY,
  {
    name: 'addresses',
    schemaIn: ({ PersistedAddresses }) => PersistedAddresses,
    partialize: ({ owner, list, updatedAt, next }) => ({ owner, list, updatedAt, next }),
    merge: (stored, current) =>
      current.updatedAt !== undefined || stored.updatedAt === undefined ? {} : { ...stored, isLoaded: true },
  },
  (set) => ({
    /** Replaces the list. With `next` it is only the first page, and newer addresses stay as they are. */
    replace: (owner: string, list: Address[], updatedAt: number, next?: string) =>
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
    /** Adds a later page of the list. */
    addPage: (owner: string | undefined, page: Address[]) =>
      set((state) => (state.owner === owner ? { list: upsertAll(state.list, page) } : {})),
    finishLoading: () => set({ isLoaded: true }),
    upsert: (address: Address) => set(({ list }) => changedNow(upsert(list, address))),
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

/** Whether an address belongs to a later page: it is newer than every address of this one that is no default. */
function followsPage(page: readonly Address[]): (address: Address) => boolean {
  const isDefault = (address: Address) => address.isDefaultPickUp || address.isDefaultDropOff;
  const last = Math.max(...page.filter((address) => !isDefault(address)).map(({ id }) => id));
  const ids = new Set(page.map(({ id }) => id));
  return (address) => address.id > last && !ids.has(address.id) && !isDefault(address);
}
