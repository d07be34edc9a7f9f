import { useEffect, useState } from 'react';
import { type FoundPlace, type SearchScope, searchPlaces } from '../api/places.ts';
import type { Config } from '../contract/config.ts';
import { SUGGESTION_AFTER_CHARS, SUGGESTION_DEBOUNCE_MS } from '../contract/constants.ts';
import { useApp } from '../stores/app.ts';
import { townsNamed } from './known-towns.ts';

export type PlaceSearch = {
  found: FoundPlace[];
  isSearching: boolean;
  /** Whether what was found answers the text as it stands now. */
  isAnswered: boolean;
  /** Set where the geocoder may not be asked while somebody types: asks it once. */
  searchNow: (() => void) | undefined;
};

/**
 * Places under a text, once it is long enough: while somebody types as far as the configuration permits, the rest
 * when they ask for it. Without an answer the towns of the map's data serve, if a map was shown.
 * @param text an empty one asks nothing
 */
export function usePlaceSearch(text: string): PlaceSearch {
  const geocoder = useApp(({ config }) => config.geocoder);
  const [asked, setAsked] = useState('');
  const wanted = text.trim().length > SUGGESTION_AFTER_CHARS ? text.trim() : '';
  const scope = asked === wanted ? 'all' : scopeWhileTyping(geocoder);
  const query = scope === undefined ? '' : wanted;
  const answer = useAnswer(query, scope ?? 'all', asked === wanted ? 0 : SUGGESTION_DEBOUNCE_MS);
  const isAnswered = query !== '' && answer.query === query && answer.scope === scope;
  return {
    found: query === '' ? [] : answer.found,
    isSearching: query !== '' && !isAnswered,
    isAnswered,
    searchNow: wanted !== '' && scope !== 'all' ? () => setAsked(wanted) : undefined,
  };
}

type Answer = { query: string; scope: SearchScope; found: FoundPlace[] };

/** A newer question aborts the older one, so answers never come out of order. */
function useAnswer(query: string, scope: SearchScope, delayMs: number): Answer {
  const [answer, setAnswer] = useState<Answer>({ query: '', scope, found: [] });
  useEffect(() => {
    if (query === '') return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const places = await searchPlaces(query, { signal: controller.signal, scope });
      const found = places.ok || controller.signal.aborted ? [] : await townsNamed(query);
      if (controller.signal.aborted) return;
      setAnswer({ query, scope, found: places.ok ? places.value : found });
    }, delayMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [query, scope, delayMs]);
  return answer;
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
