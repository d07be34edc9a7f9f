import type { DeliveryRequest } from '../contract/delivery-request.ts';
import type { PriceChange } from '../domain/price-change.ts';
import { isOlder, removeById, upsert } from './list.ts';
import { createPersistedStore, type Persisted } from './persist.ts';

const EMPTY: Persisted<'PersistedDeliveries'> = {
  owner: undefined,
  list: [],
  listUpdatedAt: undefined,
  next: undefined,
  updatedAt: {},
  priceChanges: {},
};

export const useDelivery = createPersistedStore(
  EMPTY,
  {
    name: 'delivery',
    schemaIn: ({ PersistedDeliveries }) => PersistedDeliveries,
    partialize: ({ owner, list, listUpdatedAt, next, updatedAt, priceChanges }) => ({
      owner,
      list,
      listUpdatedAt,
      next,
      updatedAt,
      priceChanges,
    }),
    merge: (stored, current) => {
      if (current.listUpdatedAt !== undefined || stored.owner === undefined) return {};
      if (current.owner !== undefined && current.owner !== stored.owner) return {};
      return {
        ...stored,
        list: upsert(stored.list, current.list),
        updatedAt: { ...stored.updatedAt, ...current.updatedAt },
        priceChanges: { ...stored.priceChanges, ...current.priceChanges },
      };
    },
  },
  (set) => ({
    /**
     * Replaces the list, except for deliveries that were stored while it was on its way, as `isNewer` tells. With
     * `next` the list is only the first page, and older deliveries stay as they are.
     */
    replace: (
      owner: string,
      list: DeliveryRequest[],
      at: number,
      isNewer: (id: number, updatedAt: number) => boolean = () => false,
      next?: string,
    ) =>
      set((state) => {
        const own = state.owner === owner ? state : EMPTY;
        const last = list.at(-1);
        const isRemoved = (id: number) =>
          (own.updatedAt[id] ?? 0) > at && own.list.every((delivery) => delivery.id !== id);
        const current = list.filter(({ id }) => !isRemoved(id));
        const kept = own.list.filter(
          (delivery) =>
            isNewer(delivery.id, own.updatedAt[delivery.id] ?? 0) ||
            (next !== undefined && last !== undefined && isOlder(delivery, last)),
        );
        return {
          owner,
          list: upsert(current, kept),
          listUpdatedAt: at,
          next,
          updatedAt: {
            ...Object.fromEntries(Object.entries(own.updatedAt).filter(([id]) => isRemoved(Number(id)))),
            ...timesOf(current, at),
            ...Object.fromEntries(kept.map(({ id }) => [id, own.updatedAt[id] ?? at])),
          },
          priceChanges: own.priceChanges,
        };
      }),
    addPage: (owner: string | undefined, page: DeliveryRequest[], at: number) =>
      set(({ owner: current, list, updatedAt }) =>
        current === owner
          ? { list: upsert(list, page), updatedAt: { ...updatedAt, ...timesOf(page, at) } }
          : {},
      ),
    upsert: (owner: string, delivery: DeliveryRequest, at: number) =>
      set((state) => {
        const own = state.owner === owner || state.owner === undefined ? state : EMPTY;
        const { list, updatedAt } = own;
        return {
          ...own,
          owner,
          list: upsert(list, [delivery]),
          updatedAt: { ...updatedAt, [delivery.id]: at },
        };
      }),
    /** The time of a removal stays, so that no older response, which may be cached, brings the delivery back. */
    remove: (id: number) =>
      set(({ list, updatedAt }) => ({
        list: removeById(list, id),
        updatedAt: { ...updatedAt, [id]: Date.now() },
      })),
    /** Records that the server's price differs from the estimate, which the user must learn before they pay. */
    setPriceChange: (id: number, change: PriceChange) =>
      set(({ priceChanges }) => ({ priceChanges: { ...priceChanges, [id]: change } })),
    reset: () => set(EMPTY),
  }),
);

function timesOf(list: readonly DeliveryRequest[], at: number): Record<string, number> {
  return Object.fromEntries(list.map(({ id }) => [id, at]));
}
