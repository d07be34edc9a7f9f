import type { GeocodedPlace } from '../../api/places.ts';
import type { Address } from '../../contract/address.ts';
import { addressLine } from '../../contract/address-line.ts';
import { distanceKm } from '../../contract/coordinates.ts';
import type { DraftPlace } from '../../domain/draft.ts';
import { toDraftPlace } from '../../domain/draft-place.ts';
import { plainText } from '../../domain/plain-words.ts';
import { useAddresses } from '../../stores/addresses.ts';
import { type RecentPlace, useMyRecentPlaces } from '../../stores/recent-places.ts';
import { useAccount } from '../../stores/user.ts';
import { usePlaceSearch } from './use-place-search.ts';

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

export type PlaceSuggestions = ReturnType<typeof usePlaceSuggestions>;

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

/** The saved addresses of the current account, as places. */
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
