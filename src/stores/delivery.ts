import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { DeliveryRequest } from '../contract/delivery-request.ts';
import { isOlder } from '../domain/list-order.ts';
import type { PriceChange } from '../domain/price-change.ts';
import { removeById, upsert, upsertAll } from './list.ts';
import { type Persisted, persistOptions } from './persist.ts';

type DeliveryState = {
  /** Whose deliveries these are; another account's are never shown. */
  owner: string | undefined;
  list: DeliveryRequest[];
  /** When the whole list was last confirmed by the server; undefined: never. */
  listUpdatedAt: number | undefined;
  /** Where the server's next page begins; undefined if the list contains every delivery. */
  next: string | undefined;
  /** When each delivery was last confirmed by the server, by id. */
  updatedAt: Record<string, number>;
  /** Prices that differ from the estimate the user saw, by id. */
  priceChanges: Record<string, PriceChange>;
  /**
   * Replaces the list, except for deliveries that were stored while it was on its way, as `isNewer` tells. With `next`
   * the list is only the first page, and older deliveries stay as they are.
   */
  replace: (
    owner: string,
    list: DeliveryRequest[],
    at: number,
    isNewer?: (id: number, updatedAt: number) => boolean,
    next?: string,
  ) => void;
  /** Adds a later page of the list. */
  addPage: (owner: string, page: DeliveryRequest[], at: number) => void;
  upsert: (owner: string, delivery: DeliveryRequest, at: number) => void;
  remove: (id: number) => void;
  /** Records that the server's price differs from the estimate, which the user must learn before they pay. */
  setPriceChange: (id: number, change: PriceChange) => void;
  reset: () => void;
};

const EMPTY: Pick<DeliveryState, 'owner' | 'list' | 'listUpdatedAt' | 'next' | 'updatedAt' | 'priceChanges'> =
  {
    owner: undefined,
    list: [],
    listUpdatedAt: undefined,
    next: undefined,
    updatedAt: {},
    priceChanges: {},
  };

export const useDelivery = create<DeliveryState>()(
  persist(
    (set) => ({
      ...EMPTY,
      replace: (owner, list, at, isNewer = () => false, next) =>
        set((state) => {
          const own = state.owner === owner ? state : EMPTY;
          const last = list.at(-1);
          const kept = own.list.filter(
            (delivery) =>
              isNewer(delivery.id, own.updatedAt[delivery.id] ?? 0) ||
              (next !== undefined && last !== undefined && isOlder(delivery, last)),
          );
          return {
            owner,
            list: upsertAll(list, kept),
            listUpdatedAt: at,
            next,
            updatedAt: {
              ...Object.fromEntries(list.map(({ id }) => [id, at])),
              ...Object.fromEntries(kept.map(({ id }) => [id, own.updatedAt[id] ?? at])),
            },
            priceChanges: own.priceChanges,
          };
        }),
      addPage: (owner, page, at) =>
        set((state) =>
          state.owner === owner
            ? {
                list: upsertAll(state.list, page),
                updatedAt: { ...state.updatedAt, ...Object.fromEntries(page.map(({ id }) => [id, at])) },
              }
            : {},
        ),
      upsert: (owner, delivery, at) =>
        set((state) => {
          const own = state.owner === owner || state.owner === undefined ? state : EMPTY;
          return {
            owner,
            list: upsert(own.list, delivery),
            listUpdatedAt: own.listUpdatedAt,
            next: own.next,
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
      partialize: ({ owner, list, listUpdatedAt, next, updatedAt, priceChanges }) => ({
        owner,
        list,
        listUpdatedAt,
        next,
        updatedAt,
        priceChanges,
      }),
      merge: (stored, current) => {
        if (current.listUpdatedAt !== undefined || stored.owner === undefined) return current;
        if (current.owner !== undefined && current.owner !== stored.owner) return current;
        return {
          ...current,
          owner: stored.owner,
          list: upsertAll(stored.list, current.list),
          listUpdatedAt: stored.listUpdatedAt,
          next: stored.next,
          updatedAt: { ...stored.updatedAt, ...current.updatedAt },
          priceChanges: { ...stored.priceChanges, ...current.priceChanges },
        };
      },
    }),
  ),
);
