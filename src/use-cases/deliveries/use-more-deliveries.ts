import { useCallback, useEffect, useState } from 'react';
import { LIST_STEP, SEARCH_DEBOUNCE_MS } from '../../contract/constants.ts';
import type { ListFilter } from '../../contract/list-filter.ts';
import { loadDeliveryPage } from './refresh-deliveries.ts';
import { useMyDeliveries } from './use-my-deliveries.ts';

type MoreDeliveriesOptions = {
  filter: ListFilter;
  search: string;
  /** How many of the stored deliveries fit the filter and the search. */
  storedCount: number;
};

export type MoreDeliveries = {
  /** How many deliveries to show. */
  shownCount: number;
  /** Undefined if everything is shown. */
  showMore: (() => void) | undefined;
  /** `loading` also before the first page of a search, so that nobody reads "no match" too early. */
  state: 'idle' | 'loading' | 'failed';
};

/** `start`: no page with this filter and search was requested yet; `end`: the last one has arrived. */
type Position = 'start' | { after: string } | 'end';
type Progress = { key: string; shown: number; position: Position; state: MoreDeliveries['state'] };

/**
 * Shows a long list step by step. When the stored deliveries are not enough for a step, it requests the server's next
 * page with the same filter and search, so that both reach every delivery of the customer.
 */
export function useMoreDeliveries({ filter, search, storedCount }: MoreDeliveriesOptions): MoreDeliveries {
  const { next } = useMyDeliveries();
  const query = search.trim();
  const key = `${filter} ${query}`;
  const [stored, setProgress] = useState<Progress>();
  const progress: Progress =
    stored?.key === key ? stored : { key, shown: LIST_STEP, position: 'start', state: 'idle' };
  const { shown, state, position } = progress;
  // A page continues what was read before, at first the newest page, which has neither filter nor search.
  const after =
    next === undefined || position === 'end' ? undefined : position === 'start' ? next : position.after;

  const load = useCallback(
    async (from: string, count: number) => {
      setProgress({ key, shown: count, position: { after: from }, state: 'loading' });
      const following = await loadDeliveryPage({ after: from, filter, search: query });
      setProgress((current) => {
        if (current?.key !== key) return current;
        if (following === false) return { ...current, state: 'failed' };
        return {
          ...current,
          position: following === undefined ? 'end' : { after: following },
          state: 'idle',
        };
      });
    },
    [key, filter, query],
  );

  const isDue = after !== undefined && state === 'idle' && storedCount < shown;
  useEffect(() => {
    if (!isDue || after === undefined) return;
    // Typing does not request a page for every letter.
    const timer = setTimeout(() => void load(after, shown), query === '' ? 0 : SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [isDue, after, load, shown, query]);

  const hasMore = after !== undefined || storedCount > shown;
  return {
    shownCount: shown,
    state: isDue ? 'loading' : state,
    showMore: hasMore
      ? () => {
          const count = storedCount < shown ? shown : shown + LIST_STEP;
          if (after !== undefined && state !== 'loading' && storedCount < count) void load(after, count);
          else setProgress({ ...progress, shown: count });
        }
      : undefined,
  };
}
