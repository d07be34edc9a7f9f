import { useEffect } from 'react';
import type { GeocodedPlace } from '../../api/places.ts';
import type { Address } from '../../contract/address.ts';
import { addressLine } from '../../contract/address-line.ts';
import { SEARCH_MAX_LENGTH } from '../../contract/constants.ts';
import { distanceKm } from '../../contract/coordinates.ts';
import type { DraftPlace } from '../../domain/draft.ts';
import { toDraftPlace } from '../../domain/draft-place.ts';
import { SEARCH_DEBOUNCE_MS } from '../../domain/limits.ts';
import { plainWords } from '../../domain/plain-words.ts';
import { useAddresses } from '../../stores/addresses.ts';
import { type RecentPlace, useMyRecentPlaces } from '../../stores/recent-places.ts';
import { useAccount } from '../../stores/user.ts';
import { usePlaceSearch } from './use-place-search.ts';

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

export type PlaceSuggestions = ReturnType<typeof useSuggestions>;

/**
 * Suggestions for an address field: saved addresses and recent places, which are on the device and need no network,
 * and places of the geocoder, which appear once the text is long enough.
 * @param isActive whether the field has the focus
 */
export function usePlaceSuggestions({ name, chosen }: DraftPlace, isActive: boolean): PlaceSuggestions {
  // A field that already holds a chosen place offers all saved addresses and recent places to replace it.
  const query = chosen === undefined ? name.trim() : '';
  return useSuggestions({
    placeQuery: isActive ? query : '',
    savedQuery: query,
    recentQuery: isActive ? query : undefined,
  });
}

/** Suggestions beside a map. An empty text offers all saved addresses and recent places. */
export function usePickerSuggestions(text: string): PlaceSuggestions {
  return useSuggestions({ placeQuery: text, savedQuery: text.trim(), recentQuery: text.trim() });
}

type SuggestionOptions = {
  /** What the geocoder searches for. */
  placeQuery: string;
  /** What saved addresses must contain. */
  savedQuery: string;
  /** What recent places must contain; undefined: none are offered. */
  recentQuery: string | undefined;
};

function useSuggestions({ placeQuery, savedQuery, recentQuery }: SuggestionOptions) {
  const { saved, hasAccount } = useSavedPlaces();
  const recentPlaces = useMyRecentPlaces().map(toRecentSuggestion);
  const { results, ...search } = usePlaceSearch(placeQuery);
  useSavedSearch(recentQuery ?? '');
  const matchingSaved = saved.filter((place) => matchesQuery(place, savedQuery));
  const matchingRecent =
    recentQuery === undefined ? [] : recentPlaces.filter((place) => matchesQuery(place, recentQuery));
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

/** The saved addresses of the current account, as places. */
export function useSavedPlaces() {
  const account = useAccount();
  const { list, owner, isLoaded } = useAddresses();
  const hasAccount = account !== undefined;
  const ownAddresses = hasAccount && owner === account ? list : [];
  return { saved: ownAddresses.map(toSavedSuggestion), hasAccount, isLoaded };
}

/** Searches the addresses that are not on the device, if the account has more than one page of them. */
function useSavedSearch(query: string): void {
  const account = useAccount();
  const next = useAddresses((stored) => (stored.owner === account ? stored.next : undefined));
  useEffect(() => {
    if (next === undefined || query === '') return;
    const timer = setTimeout(async () => {
      const { loadAddressPage } = await import('./load-addresses.ts');
      await loadAddressPage({ after: next, search: query.slice(0, SEARCH_MAX_LENGTH) });
    }, SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [next, query]);
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
  return plainWords(`${title} ${detail}`).join(' ').includes(plainWords(query).join(' '));
}

/** Removes suggestions that another group already offers. */
function excludeOffered(
  suggestions: PlaceSuggestion[],
  offered: readonly PlaceSuggestion[],
): PlaceSuggestion[] {
  return suggestions.filter((suggestion) => !offered.some((other) => isSamePlace(suggestion, other)));
}

/** The geocoder and the towns on this device describe one place differently, and their centres differ a little. */
function isSamePlace(a: PlaceSuggestion, b: PlaceSuggestion): boolean {
  if (a.place.name === b.place.name) return true;
  if (a.title !== b.title || !a.place.chosen || !b.place.chosen) return false;
  return distanceKm(a.place.chosen, b.place.chosen) <= SAME_PLACE_KM;
}
