import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { DeliveryRequest } from '../contract/delivery-request.ts';
import type { PriceChange } from '../domain/price-change.ts';
import { removeById, upsert } from './list.ts';
import { type Persisted, persistOptions } from './persist.ts';

type DeliveryState = {
  /** Whose deliveries these are; another account's are never shown. */
  owner: string | undefined;
  list: DeliveryRequest[];
  /** When the whole list was last confirmed by the server; undefined: never. */
  listUpdatedAt: number | undefined;
  /** When each delivery was last confirmed by the server, by id. */
  updatedAt: Record<string, number>;
  /** Prices that differ from the estimate the person saw, by id. */
  priceChanges: Record<string, PriceChange>;
  /** Replaces the list, except for deliveries that were stored while it was on its way, as `isNewer` tells. */
  replace: (
    owner: string,
    list: DeliveryRequest[],
    at: number,
    isNewer?: (id: number, updatedAt: number) => boolean,
  ) => void;
  upsert: (owner: string, delivery: DeliveryRequest, at: number) => void;
  remove: (id: number) => void;
  /** Records that the server's price differs from the estimate, which the person must learn before they pay. */
  setPriceChange: (id: number, change: PriceChange) => void;
  reset: () => void;
};

const EMPTY: Pick<DeliveryState, 'owner' | 'list' | 'listUpdatedAt' | 'updatedAt' | 'priceChanges'> = {
  owner: undefined,
  list: [],
  listUpdatedAt: undefined,
  updatedAt: {},
  priceChanges: {},
};

export const useDelivery = create<DeliveryState>()(
  persist(
    (set) => ({
      ...EMPTY,
      replace: (owner, list, at, isNewer = () => false) =>
        set((state) => {
          const own = state.owner === owner ? state : EMPTY;
          const newer = own.list.filter(({ id }) => isNewer(id, own.updatedAt[id] ?? 0));
          return {
            owner,
            list: newer.reduce(upsert, list),
            listUpdatedAt: at,
            updatedAt: {
              ...Object.fromEntries(list.map(({ id }) => [id, at])),
              ...Object.fromEntries(newer.map(({ id }) => [id, own.updatedAt[id] ?? at])),
            },
            priceChanges: own.priceChanges,
          };
        }),
      upsert: (owner, delivery, at) =>
        set((state) => {
          const own = state.owner === owner || state.owner === undefined ? state : EMPTY;
          return {
            owner,
            list: upsert(own.list, delivery),
            listUpdatedAt: own.listUpdatedAt,
            updatedAt: { ...own.updatedAt, [delivery.id]: at },
            priceChanges: own.priceChanges,
          };
        }),
      remove: (id) => set(({ list }) => ({ list: removeById(list, id) })),
      setPriceChange: (id, change) =>
        set(({ priceChanges }) => ({ priceChanges: { ...priceChanges, [id]: change } })),
      reset: () => set(EMPTY),
    }),
    persistOptions<DeliveryState, Persisted<'PersistedDeliveries'>>({
      name: 'delivery',
      version: 1,
      schemaIn: ({ PersistedDeliveries }) => PersistedDeliveries,
      partialize: ({ owner, list, listUpdatedAt, updatedAt, priceChanges }) => ({
        owner,
        list,
        listUpdatedAt,
        updatedAt,
        priceChanges,
      }),
      merge: (stored, current) => {
        if (current.listUpdatedAt !== undefined || stored.owner === undefined) return current;
        if (current.owner !== undefined && current.owner !== stored.owner) return current;
        return {
          ...current,
          owner: stored.owner,
          list: current.list.reduce(upsert, stored.list),
          listUpdatedAt: stored.listUpdatedAt,
          updatedAt: { ...stored.updatedAt, ...current.updatedAt },
          priceChanges: { ...stored.priceChanges, ...current.priceChanges },
        };
      },
    }),
  ),
);
