import { useEffect, useEffectEvent, useState } from 'react';
import { SEARCH_MAX_LENGTH } from '../contract/constants.ts';
import { LIST_STEP, SEARCH_DEBOUNCE_MS } from '../domain/limits.ts';

type ListPagesOptions = {
  /** Identifies the filters of the list. With other filters the list starts again. */
  filters: string;
  search: string;
  /** Where the server's next page begins; undefined if every row is stored. */
  next: string | undefined;
  /** How many of the stored rows fit the filters and the search. */
  storedCount: number;
  /**
   * Requests the page after `after` with the same filters and the search `query`, and stores it. Returns where the page after it
   * begins (undefined after the last one), or false if the page could not be loaded.
   */
  loadPage: (after: string, query: string) => Promise<string | undefined | false>;
};

export type ListPages = {
  /** How many rows to show. */
  shownCount: number;
  /** Undefined if everything is shown. */
  showMore: (() => void) | undefined;
  /** `loading` also before the first page of a search, so that no one reads "no match" too early. */
  state: 'idle' | 'loading' | 'failed';
};

/** `start`: no page with these filters was requested yet; `end`: the last one has arrived. */
type Position = 'start' | { after: string } | 'end';
type Progress = { key: string; shown: number; position: Position; state: ListPages['state'] };

/**
 * Shows a long list step by step. When the stored rows are not enough for a step, it requests the server's next page
 * with the same filters and search, so that both reach every row.
 */
export function useListPages({ filters, search, next, storedCount, loadPage }: ListPagesOptions): ListPages {
  // Longer texts are refused by the server; the stored rows are compared with the whole text.
  const query = search.trim().slice(0, SEARCH_MAX_LENGTH);
  const key = `${filters} ${query}`;
  const [stored, setProgress] = useState<Progress>();
  // Without this, a return to earlier filters would render all rows that had been loaded for them at once.
  if (stored !== undefined && stored.key !== key) setProgress(undefined);
  const progress: Progress =
    stored?.key === key ? stored : { key, shown: LIST_STEP, position: 'start', state: 'idle' };
  const { shown, state, position } = progress;
  // A page continues what was read before, at first the first page, which has neither filters nor search.
  const after =
    next === undefined || position === 'end' ? undefined : position === 'start' ? next : position.after;

  const load = async (from: string, count: number) => {
    setProgress({ key, shown: count, position: { after: from }, state: 'loading' });
    const following = await loadPage(from, query);
    setProgress((current) => {
      if (current?.key !== key) return current;
      if (following === false) return { ...current, state: 'failed' };
      return { ...current, position: following === undefined ? 'end' : { after: following }, state: 'idle' };
    });
  };

  const loadDue = useEffectEvent(load);
  const isDue = after !== undefined && state === 'idle' && storedCount < shown;
  useEffect(() => {
    if (!isDue || after === undefined) return;
    // Typing does not request a page for every letter.
    const timer = setTimeout(() => void loadDue(after, shown), query === '' ? 0 : SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [isDue, after, shown, query]);

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
