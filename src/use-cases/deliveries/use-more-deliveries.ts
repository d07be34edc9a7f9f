import type { ListFilter } from '../../contract/list-filter.ts';
import { statusOf } from '../../domain/delivery-list.ts';
import { RECENT_ROWS_MAX } from '../../stores/recent-rows.ts';
import { type ListPages, useListPages } from '../use-list-pages.ts';
import { useRefresh } from '../use-refresh.ts';
import { loadDeliveryPage, refreshDeliveries } from './refresh-deliveries.ts';
import { useMyDeliveries } from './use-my-deliveries.ts';

type MoreDeliveriesOptions = {
  filter: ListFilter;
  search: string;
  /** How many of the stored deliveries fit the filter and the search. */
  storedCount: number;
};

/** Shows My Deliveries step by step; tabs and search reach every delivery of the customer. */
export function useMoreDeliveries({ filter, search, storedCount }: MoreDeliveriesOptions): ListPages {
  const { next, isPartial } = useMyDeliveries();
  const pages = useListPages({
    filters: filter,
    search,
    next,
    storedCount,
    loadPage: (after, query) => loadDeliveryPage({ after, filter, search: query }),
  });
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
