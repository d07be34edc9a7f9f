import type { ListFilter } from '../../contract/list-filter.ts';
import { type ListPages, useListPages } from '../use-list-pages.ts';
import { loadDeliveryPage } from './refresh-deliveries.ts';
import { useMyDeliveries } from './use-my-deliveries.ts';

type MoreDeliveriesOptions = {
  filter: ListFilter;
  search: string;
  /** How many of the stored deliveries fit the filter and the search. */
  storedCount: number;
};

/** Shows My Deliveries step by step; tabs and search reach every delivery of the customer. */
export function useMoreDeliveries({ filter, search, storedCount }: MoreDeliveriesOptions): ListPages {
  const { next } = useMyDeliveries();
  return useListPages({
    filters: filter,
    search,
    next,
    storedCount,
    loadPage: (after, query) => loadDeliveryPage({ after, filter, search: query }),
  });
}
