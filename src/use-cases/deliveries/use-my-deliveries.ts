import { useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import type { ListFilter } from '../../contract/list-filter.ts';
import { statusOf } from '../../domain/delivery-list.ts';
import { useDelivery } from '../../stores/delivery.ts';
import { RECENT_ROWS_MAX, useRecentDeliveries } from '../../stores/recent-rows.ts';
import { useAccount } from '../../stores/user.ts';
import { type ListPages, useListPages } from '../use-list-pages.ts';
import { useRefresh } from '../use-refresh.ts';
import { loadDeliveryPage, refreshDeliveries } from './refresh-deliveries.ts';

export type MyDeliveries = {
  list: readonly DeliveryRequest[];
  /** When the whole list was last confirmed by the server; undefined: never. */
  listUpdatedAt?: number | undefined;
  /** Where the server's next page begins; undefined if the list contains every delivery. */
  next?: string | undefined;
  /** When each delivery was last confirmed, by id. */
  updatedAt: Readonly<Record<string, number>>;
  /** Whether the list contains only the newest deliveries, because the database has not been read yet. */
  isPartial: boolean;
};

const NO_DELIVERIES: MyDeliveries = { list: [], updatedAt: {}, isPartial: false };

/** The stored deliveries of the current account, and never those of another account. */
export function useMyDeliveries(): MyDeliveries {
  const account = useAccount();
  const stored = useDelivery();
  const recent = useRecentDeliveries();
  return useMemo(() => {
    if (account === undefined) return NO_DELIVERIES;
    if (stored.owner === account) return { ...stored, isPartial: false };
    return recent.owner === account && recent.deliveries
      ? { ...recent.deliveries, isPartial: true }
      : NO_DELIVERIES;
  }, [account, stored, recent]);
}

type MoreDeliveriesOptions = {
  filter: ListFilter;
  search: string;
  /** How many of the stored deliveries fit the filter and the search. */
  storedCount: number;
};

/** What each list in the history of this page showed, so that Back returns to the row that was left. */
const shownCounts = new Map<string, number>();
const searches = new Map<string, string>();

/** Identifies the list of an account in an entry of the history. */
function useListEntry(): string {
  return `${useRouter().state.location.state.__TSR_key} ${useAccount()}`;
}

/** The text in the search field of the list on a page, because the location may be that of the next page already. */
export function useDeliverySearch(page: 'deliveries' | 'tracking') {
  const entry = `${useListEntry()} ${page}`;
  const [search, setSearch] = useState(searches.get(entry) ?? '');
  useEffect(() => void searches.set(entry, search));
  return [search, setSearch] as const;
}

/** Shows My Deliveries step by step; tabs and search reach every delivery of the customer. */
export function useMoreDeliveries({ filter, search, storedCount }: MoreDeliveriesOptions): ListPages {
  const { next, isPartial } = useMyDeliveries();
  const entry = `${useListEntry()} ${filter}`;
  const pages = useListPages({
    filters: filter,
    search,
    next,
    storedCount,
    shownBefore: shownCounts.get(entry),
    loadPage: (after, query) => loadDeliveryPage({ after, filter, search: query }),
  });
  useEffect(() => void shownCounts.set(entry, pages.shownCount));
  if (!isPartial) return pages;
  return {
    shownCount: RECENT_ROWS_MAX,
    showMore: undefined,
    // An older delivery, which is not loaded yet, may match the filter.
    state: storedCount === 0 ? 'loading' : 'idle',
  };
}

/** The customer's deliveries, which are read again when the screen opens and while it is visible. */
export function useRefreshedDeliveries() {
  const deliveries = useMyDeliveries();
  const { list, listUpdatedAt } = deliveries;
  const refreshState = useRefresh({ check: refreshDeliveries, statuses: list.map(statusOf) });
  const { outcome } = refreshState;
  return {
    ...deliveries,
    refreshState,
    /** Whether the device has no list yet. */
    isUnknown: listUpdatedAt === undefined && list.length === 0,
    failure: outcome?.kind === 'failed' ? outcome.failure : undefined,
  };
}
