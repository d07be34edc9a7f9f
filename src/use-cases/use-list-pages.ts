import { useEffect, useEffectEvent, useState } from 'react';
import { SEARCH_MAX_LENGTH } from '../contract/constants.ts';
import { cutText } from '../contract/storable-text.ts';
import { LIST_STEP, SEARCH_DEBOUNCE_MS } from '../domain/limits.ts';

type ListPagesOptions = {
  /** Identifies the filters of the list. With other filters the list starts again. */
  filters: string;
  search: string;
  /** Where the server's next page begins; undefined if every row is stored. */
  next: string | undefined;
  /** How many of the stored rows fit the filters and the search. */
  storedCount: number;
  /** How many rows to show at first, for a user who returns to the list. */
  shownBefore?: number | undefined;
  /**
   * Requests the page after `after` with the same filters and the search `query`, and stores it. Returns where the page after it
   * begins (undefined after the last one), or false if the page could not be loaded.
   */
  loadPage: (after: string, query: string) => Promise<string | undefined | false>;
};

export type ListPages = {
  shownCount: number;
  /** Undefined if everything is shown. */
  showMore: (() => void) | undefined;
  /** `loading` also before the first page of a search, so that no one reads "no match" too early. */
  state: 'idle' | 'loading' | 'failed';
};

/** Where the next page with these filters begins, undefined after the last one. No position: none was requested yet. */
type Position = { after: string | undefined } | undefined;
type Progress = { key: string; shown: number; position: Position; state: ListPages['state'] };

/**
 * Shows a long list step by step. When the stored rows are not enough for a step, it requests the server's next page
 * with the same filters and search, so that both reach every row.
 */
export function useListPages(options: ListPagesOptions): ListPages {
  const { filters, search, next, storedCount, shownBefore = LIST_STEP, loadPage } = options;
  // Longer texts are refused by the server; the stored rows are compared with the whole text.
  const query = cutText(search.trim(), SEARCH_MAX_LENGTH);
  const key = `${filters} ${query}`;
  const start: Progress = { key, shown: LIST_STEP, position: undefined, state: 'idle' };
  const [progress, setProgress] = useState<Progress>({ ...start, shown: shownBefore });
  // Without this, a return to earlier filters would render all rows that had been loaded for them at once.
  if (progress.key !== key) setProgress(start);
  const { shown, state, position } = progress;
  // A page continues what was read before, at first the first page, which has neither filters nor search.
  const after = next && (position ? position.after : next);

  const load = useEffectEvent(async (from: string) => {
    setProgress({ ...progress, position: { after: from }, state: 'loading' });
    const following = await loadPage(from, query);
    setProgress((current) => {
      if (current.key !== key) return current;
      if (following === false) return { ...current, state: 'failed' };
      return { ...current, position: { after: following }, state: 'idle' };
    });
  });

  const isDue = after !== undefined && state === 'idle' && storedCount < shown;
  useEffect(() => {
    if (!isDue) return;
    // Typing does not request a page for every letter.
    const timer = setTimeout(() => void load(after), query === '' ? 0 : SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [isDue, after, query]);

  const addRows = () =>
    setProgress({
      ...progress,
      shown: storedCount < shown ? shown : shown + LIST_STEP,
      state: state === 'failed' ? 'idle' : state,
    });
  return {
    shownCount: shown,
    state: isDue ? 'loading' : state,
    showMore: after !== undefined || storedCount > shown ? addRows : undefined,
  };
}
