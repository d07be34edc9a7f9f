import { useEffect, useState } from 'react';
import { type GeocodedPlace, type SearchScope, searchPlaces } from '../../api/places.ts';
import type { Config } from '../../contract/config.ts';
import { SUGGESTION_AFTER_CHARS, SUGGESTION_DEBOUNCE_MS } from '../../contract/constants.ts';
import { useApp } from '../../stores/app.ts';
import { findTownsByPrefix } from './offline-towns.ts';

export type PlaceSearchState = {
  results: GeocodedPlace[];
  isSearching: boolean;
  /** Whether what was found answers the text as it stands now. */
  isComplete: boolean;
  /** Set where the geocoder may not be asked while somebody types: asks it once. */
  searchNow: (() => void) | undefined;
};

/**
 * Places under a text, once it is long enough: while somebody types as far as the configuration permits, the rest
 * when they ask for it. Without an answer the towns of the map's data serve, if a map was shown.
 * @param text an empty one asks nothing
 */
export function usePlaceSearch(text: string): PlaceSearchState {
  const geocoder = useApp(({ config }) => config.geocoder);
  const [submittedText, setSubmittedText] = useState('');
  const searchableText = text.trim().length > SUGGESTION_AFTER_CHARS ? text.trim() : '';
  const scope = submittedText === searchableText ? 'all' : scopeWhileTyping(geocoder);
  const query = scope === undefined ? '' : searchableText;
  const result = useSearchResult(
    query,
    scope ?? 'all',
    submittedText === searchableText ? 0 : SUGGESTION_DEBOUNCE_MS,
  );
  const isComplete = query !== '' && result.query === query && result.scope === scope;
  return {
    results: query === '' ? [] : result.places,
    isSearching: query !== '' && !isComplete,
    isComplete,
    searchNow: searchableText !== '' && scope !== 'all' ? () => setSubmittedText(searchableText) : undefined,
  };
}

type SearchResult = { query: string; scope: SearchScope; places: GeocodedPlace[] };

/** A newer question aborts the older one, so answers never come out of order. */
function useSearchResult(query: string, scope: SearchScope, delayMs: number): SearchResult {
  const [result, setResult] = useState<SearchResult>({ query: '', scope, places: [] });
  useEffect(() => {
    if (query === '') return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const response = await searchPlaces(query, { signal: controller.signal, scope });
      const found = response.ok || controller.signal.aborted ? [] : await findTownsByPrefix(query);
      if (controller.signal.aborted) return;
      setResult({ query, scope, places: response.ok ? response.value : found });
    }, delayMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [query, scope, delayMs]);
  return result;
}

/** What may be asked at every key: everything, only the gazetteer of our own server, or nobody. */
function scopeWhileTyping(geocoder: Config['geocoder']): SearchScope | undefined {
  if (canTypeAhead(geocoder)) return 'all';
  return geocoder.gazetteerWhileTyping ? 'gazetteer' : undefined;
}

/** The public Nominatim forbids type-ahead, whatever a configuration says. */
function canTypeAhead({ typeAhead, searchUrl }: Pick<Config['geocoder'], 'typeAhead' | 'searchUrl'>) {
  return typeAhead && !/^(https?:)?\/\/([^/]*\.)?openstreetmap\.org\.?(:\d+)?(\/|$)/i.test(searchUrl);
}
