import { useEffect, useState } from 'react';
import type { GeocodedPlace, SearchScope } from '../../api/places.ts';
import type { Config } from '../../contract/config.ts';
import { useApp } from '../../stores/app.ts';
import { findTownsByPrefix } from './offline-towns.ts';

/** Suggestions are requested once the text is longer than this. */
export const SUGGESTION_AFTER_CHARS = 2;
/** The debounce of requests to the geocoder. */
export const SUGGESTION_DEBOUNCE_MS = 250;

/**
 * Searches places once the text is long enough: while the user types as far as the configuration allows it, and
 * otherwise on request. If the geocoder does not respond, it searches the towns of the map's data.
 * @param text an empty text searches nothing
 */
export function usePlaceSearch(text: string) {
  const geocoder = useApp(({ config }) => config.geocoder);
  const [submittedQuery, setSubmittedQuery] = useState('');
  const query = text.trim().length > SUGGESTION_AFTER_CHARS ? text.trim() : '';
  const isSubmitted = submittedQuery === query;
  const scope = isSubmitted ? 'all' : scopeWhileTyping(geocoder);
  const isSearched = query !== '' && scope !== undefined;
  const result = useSearchResult(
    isSearched ? query : '',
    scope ?? 'all',
    isSubmitted ? 0 : SUGGESTION_DEBOUNCE_MS,
  );
  /** Whether the results are those for the current text. */
  const isComplete = isSearched && result.query === query && result.scope === scope;
  return {
    results: isSearched ? result.places : [],
    isSearching: isSearched && !isComplete,
    isComplete,
    /** Runs the search; set only if the geocoder does not allow type-ahead, so that the user must start it. */
    searchNow: query !== '' && scope !== 'all' ? () => setSubmittedQuery(query) : undefined,
  };
}

type SearchResult = { query: string; scope: SearchScope; places: GeocodedPlace[] };

/** A new search aborts the previous one, so responses never arrive out of order. */
function useSearchResult(query: string, scope: SearchScope, delayMs: number): SearchResult {
  const [result, setResult] = useState<SearchResult>({ query: '', scope, places: [] });
  useEffect(() => {
    if (query === '') return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const { signal } = controller;
      const found = await requestPlaces(query, scope, signal).catch(() => undefined);
      const places = found ?? (signal.aborted ? [] : await findTownsByPrefix(query));
      if (!signal.aborted) setResult({ query, scope, places });
    }, delayMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [query, scope, delayMs]);
  return result;
}

/** Undefined if the geocoder does not respond. Its code is loaded after hydration, and no page waits for it. */
async function requestPlaces(
  query: string,
  scope: SearchScope,
  signal: AbortSignal,
): Promise<GeocodedPlace[] | undefined> {
  const { searchPlaces } = await import('../../api/places.ts');
  const response = await searchPlaces(query, { signal, scope });
  return response.ok ? response.value : undefined;
}

/** What may be searched while typing: everything, only our server's own gazetteer, or nothing. */
function scopeWhileTyping(geocoder: Config['geocoder']): SearchScope | undefined {
  if (canTypeAhead(geocoder)) return 'all';
  return geocoder.gazetteerWhileTyping ? 'gazetteer' : undefined;
}

/** The usage policy of the public Nominatim forbids type-ahead, whatever the configuration allows. */
function canTypeAhead({ typeAhead, searchUrl }: Pick<Config['geocoder'], 'typeAhead' | 'searchUrl'>) {
  return typeAhead && !/^(https?:)?\/\/([^/]*\.)?openstreetmap\.org\.?(:\d+)?(\/|$)/i.test(searchUrl);
}
