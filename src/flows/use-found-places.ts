import { useEffect, useState } from 'react';
import { type FoundPlace, searchPlaces } from '../api/places.ts';
import type { Config } from '../contract/config.ts';

/**
 * What the geocoder knows under a text, `delayMs` after its last change; an empty text asks nothing. A newer
 * text aborts the older question, so answers never come out of order.
 */
export function useFoundPlaces(
  query: string,
  delayMs: number,
): { found: FoundPlace[]; isSearching: boolean } {
  const [answer, setAnswer] = useState<{ query: string; found: FoundPlace[] }>({ query: '', found: [] });
  useEffect(() => {
    if (query === '') return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const places = await searchPlaces(query, controller.signal);
      if (controller.signal.aborted) return;
      // A geocoder that is away offers nothing; the text itself is always good enough.
      setAnswer({ query, found: places.ok ? places.value : [] });
    }, delayMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [query, delayMs]);
  return { found: query === '' ? [] : answer.found, isSearching: query !== '' && answer.query !== query };
}

/** The public Nominatim forbids type-ahead, whatever a configuration says. */
export function canTypeAhead({ typeAhead, searchUrl }: Config['geocoder']): boolean {
  return typeAhead && !/^(https?:)?\/\/nominatim\.openstreetmap\.org(\/|$)/i.test(searchUrl);
}
