import { useEffect, useRef, useState } from 'react';
import type { GeocodedPlace, SearchScope } from '../../api/places.ts';
import type { Address } from '../../contract/address.ts';
import { addressLine } from '../../contract/address-line.ts';
import type { Config } from '../../contract/config.ts';
import { TEXT_MAX_LENGTH } from '../../contract/constants.ts';
import { distanceKm } from '../../contract/coordinates.ts';
import { cutText } from '../../contract/storable-text.ts';
import type { DraftPlace } from '../../domain/draft.ts';
import { toDraftPlace } from '../../domain/draft-place.ts';
import { plainText } from '../../domain/plain-words.ts';
import { useAddresses } from '../../stores/addresses.ts';
import { useApp } from '../../stores/app.ts';
import { addRecentPlace, type RecentPlace, useMyRecentPlaces } from '../../stores/recent-places.ts';
import { useAccount } from '../../stores/user.ts';
import { findTownsByPrefix } from './offline-towns.ts';

/** Suggestions are requested once the text is longer than this. */
export const SUGGESTION_AFTER_CHARS = 2;
export const SUGGESTION_DEBOUNCE_MS = 250;

/**
 * Searches places once the text is long enough: while the user types as far as the configuration allows it, and
 * otherwise on request. If the geocoder does not respond, it searches the towns of the map's data.
 * @param text an empty text searches nothing
 */
export function usePlaceSearch(text: string) {
  const geocoder = useApp(({ config }) => config.geocoder);
  const [submittedQuery, setSubmittedQuery] = useState('');
  const [result, setResult] = useState<SearchResult>();
  const query = text.trim().length > SUGGESTION_AFTER_CHARS ? text.trim() : '';
  const isSubmitted = submittedQuery === query;
  const scope = isSubmitted ? 'all' : scopeWhileTyping(geocoder);
  const isSearched = query !== '' && scope !== undefined;
  const delayMs = isSubmitted ? 0 : SUGGESTION_DEBOUNCE_MS;
  // A new search aborts the previous one, so responses never arrive out of order.
  useEffect(() => {
    if (query === '' || scope === undefined) return;
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
  /** Whether the results are those for the current text. */
  const isComplete = isSearched && result?.query === query && result.scope === scope;
  return {
    results: isSearched && result ? result.places : [],
    isSearching: isSearched && !isComplete,
    isComplete,
    /** Runs the search; set only if the geocoder does not allow type-ahead, so that the user must start it. */
    searchNow: query !== '' && scope !== 'all' ? () => setSubmittedQuery(query) : undefined,
  };
}

type SearchResult = { query: string; scope: SearchScope; places: GeocodedPlace[] };

/** Undefined if the geocoder does not respond. Its code is loaded after hydration, and no page waits for it. */
async function requestPlaces(query: string, scope: SearchScope, signal: AbortSignal) {
  const { searchPlaces } = await import('../../api/places.ts');
  const response = await searchPlaces(query, { signal, scope });
  return response.ok ? response.value : undefined;
}

const PUBLIC_NOMINATIM = /^(https?:)?\/\/([^/]*\.)?openstreetmap\.org\.?(:\d+)?(\/|$)/i;

/** What may be searched while typing: everything, only our server's own gazetteer, or nothing. */
function scopeWhileTyping({ typeAhead, searchUrl, gazetteerWhileTyping }: Config['geocoder']) {
  // The usage policy of the public Nominatim forbids type-ahead, whatever the configuration allows.
  if (typeAhead && !PUBLIC_NOMINATIM.test(searchUrl)) return 'all';
  return gazetteerWhileTyping ? 'gazetteer' : undefined;
}

/** A longer list of saved addresses is offered as far as it fits what is typed, because each row takes time. */
export const SAVED_PLACES_MAX = 100;

/** Two centres of one town are rarely further apart. */
const SAME_PLACE_KM = 2;

export type PlaceSuggestion = {
  id: string;
  title: string;
  detail: string;
  place: DraftPlace;
  /** The street alone, for forms that have a field for it. */
  street: string;
};

type PlaceSuggestions = ReturnType<typeof usePlaceSuggestions>;

/**
 * Suggestions for a place: saved addresses and recent places, which are on the device and need no network, and places of
 * the geocoder, which appear once the text is long enough. An empty text offers all saved addresses and recent places.
 * @param isActive whether the field has the focus; without it there are only saved addresses
 */
export function usePlaceSuggestions(text: string, isActive = true) {
  const query = text.trim();
  const { saved, hasAccount } = useSavedPlaces();
  const recentPlaces = useMyRecentPlaces().map(toRecentSuggestion);
  const { results, ...search } = usePlaceSearch(isActive ? query : '');
  const matchingSaved = saved.filter((place) => matchesQuery(place, query)).slice(0, SAVED_PLACES_MAX);
  const matchingRecent = isActive ? recentPlaces.filter((place) => matchesQuery(place, query)) : [];
  return {
    ...search,
    saved: matchingSaved,
    /** Places that were chosen before on this device. */
    recent: excludeOffered(matchingRecent, matchingSaved),
    results: excludeOffered(results.map(toResultSuggestion), [...matchingSaved, ...matchingRecent]),
    /** Whether the user is logged in and so can have saved addresses. */
    hasAccount,
  };
}

export function useSavedPlaces() {
  const account = useAccount();
  const { list, owner, isLoaded } = useAddresses();
  const hasAccount = account !== undefined;
  const ownAddresses = hasAccount && owner === account ? list : [];
  return { saved: ownAddresses.map(toSavedSuggestion), hasAccount, isLoaded };
}

function toSavedSuggestion(address: Address): PlaceSuggestion {
  const line = address.address || addressLine(address) || address.name;
  return {
    id: `saved-${address.id}`,
    title: address.name,
    detail: line,
    place: toDraftPlace({ ...address, name: line }),
    street: address.street ?? '',
  };
}

function toRecentSuggestion({ name, street, chosen }: RecentPlace, index: number): PlaceSuggestion {
  return { id: `recent-${index}`, ...splitAddressLine(name), place: { name, chosen }, street };
}

function toResultSuggestion(place: GeocodedPlace, index: number): PlaceSuggestion {
  return {
    id: `found-${index}-${place.placeId}`,
    ...splitAddressLine(place.description),
    place: toDraftPlace({ ...place, name: place.description }),
    street: place.street,
  };
}

export function splitAddressLine(line: string): { title: string; detail: string } {
  const [title = line, ...rest] = line.split(', ');
  return { title, detail: rest.join(', ') };
}

function matchesQuery({ title, detail }: PlaceSuggestion, query: string): boolean {
  return plainText(`${title} ${detail}`).includes(plainText(query));
}

/** Removes suggestions that another group already offers. */
function excludeOffered(suggestions: PlaceSuggestion[], offered: readonly PlaceSuggestion[]) {
  return suggestions.filter((suggestion) => !offered.some((other) => isSamePlace(suggestion, other)));
}

/** The geocoder and the towns on this device describe one place differently, and their centres differ a little. */
function isSamePlace(a: PlaceSuggestion, b: PlaceSuggestion): boolean {
  if (a.place.name === b.place.name) return true;
  if (a.title !== b.title || !a.place.chosen || !b.place.chosen) return false;
  return distanceKm(a.place.chosen, b.place.chosen) <= SAME_PLACE_KM;
}

type PlaceFieldOptions = {
  place: DraftPlace;
  onChange: (place: DraftPlace) => void;
  onFocus?: (() => void) | undefined;
  onBlur: () => void;
  /** Called after a suggestion was chosen. */
  onPicked?: (() => void) | undefined;
};

/**
 * Connects a place of a draft with its suggestions: saved addresses, recent places and search results. Returns the value
 * and the handlers of the combobox.
 */
export function usePlaceField({ place, onChange, onFocus, onBlur, onPicked }: PlaceFieldOptions) {
  const [isActive, setIsActive] = useState(false);
  const picked = useRef(place);
  useEffect(() => {
    if (place.chosen) picked.current = place;
  }, [place]);
  // A field that holds a chosen place offers all saved addresses and recent places to replace it.
  const suggestions = usePlaceSuggestions(place.chosen === undefined ? place.name : '', isActive);
  return {
    value: place.name,
    suggestions,
    notes: notesOf(suggestions),
    // Edited text is a different place, so the coordinates that were chosen before apply only to their own text. (MAP-12)
    onTextChange: (text: string) => {
      const isPicked = text.trim() === picked.current.name.trim();
      onChange({
        name: cutText(text, TEXT_MAX_LENGTH),
        chosen: isPicked ? picked.current.chosen : undefined,
      });
    },
    onPick: (suggestion: PlaceSuggestion) => {
      addRecentPlace(suggestion.place);
      onChange(suggestion.place);
      onPicked?.();
    },
    onActiveChange: (isNowActive: boolean) => {
      if (isNowActive && !isActive) onFocus?.();
      if (!isNowActive && isActive) onBlur();
      setIsActive(isNowActive);
    },
  };
}

function notesOf({ hasAccount, saved, recent, results, isComplete }: PlaceSuggestions): string[] {
  const hasMatch = saved.length + recent.length + results.length > 0;
  return [
    ...(hasAccount && saved.length === 0 ? ['No saved addresses found.'] : []),
    ...(isComplete && !hasMatch ? ['No match. You can still continue with what you typed'] : []),
  ];
}
