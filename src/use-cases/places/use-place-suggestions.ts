import type { GeocodedPlace } from '../../api/places.ts';
import { type Address, addressLine } from '../../contract/address.ts';
import { SUGGESTION_AFTER_CHARS } from '../../contract/constants.ts';
import { coordinatesOf } from '../../contract/place.ts';
import type { DraftPlace } from '../../domain/draft.ts';
import { useAddresses } from '../../stores/addresses.ts';
import type { RecentPlace } from '../../stores/recent-places.ts';
import { accountOf, useUser } from '../../stores/user.ts';
import { useMyRecentPlaces } from './recent-places.ts';
import { usePlaceSearch } from './use-place-search.ts';

/** `street` is apart only where a form asks for it so. */
export type PlaceSuggestion = {
  id: string;
  title: string;
  detail: string;
  place: DraftPlace;
  street: string;
};

export type PlaceSuggestions = {
  saved: PlaceSuggestion[];
  /** Chosen before on this device. */
  recent: PlaceSuggestion[];
  results: PlaceSuggestion[];
  /** Whether the person has saved addresses to look through at all. */
  hasAccount: boolean;
  isSearching: boolean;
  /** Whether the geocoder has answered the text as it stands. */
  isComplete: boolean;
  /** Set where the geocoder may not be asked while somebody types: asks it once. */
  searchNow: (() => void) | undefined;
};

/**
 * What a person may mean by the text of an address field: saved addresses, places they chose before, and places
 * of the geocoder once the text is long enough. The first two come from the device and need no network.
 * @param isActive whether the person is in the field
 */
export function usePlaceSuggestions(place: DraftPlace, isActive: boolean): PlaceSuggestions {
  const { saved, hasAccount } = useSavedPlaces();
  const recentPlaces = useMyRecentPlaces();
  const text = place.name.trim();
  const isSearched = isActive && place.chosen === undefined;
  const { results, ...search } = usePlaceSearch(isSearched ? text : '');
  const matchingSaved = saved.filter((one) => place.chosen !== undefined || matchesText(one, text));
  const isLong = isSearched && text.length > SUGGESTION_AFTER_CHARS;
  const recent = isLong ? recentPlaces.map(toRecentSuggestion).filter((one) => matchesText(one, text)) : [];
  return {
    ...search,
    saved: matchingSaved,
    recent: excludeOffered(recent, matchingSaved),
    results: isSearched ? excludeOffered(results.map(toResultSuggestion), [...matchingSaved, ...recent]) : [],
    hasAccount,
  };
}

/** What can be found by a text beside a map; without one, what this person has and had. */
export function usePickerSuggestions(text: string): Omit<PlaceSuggestions, 'hasAccount'> {
  const { saved } = useSavedPlaces();
  const recent = useMyRecentPlaces().map(toRecentSuggestion);
  const { results, ...search } = usePlaceSearch(text);
  const matchingSaved = saved.filter((one) => matchesText(one, text.trim()));
  const matchingRecent = excludeOffered(recent, matchingSaved).filter((one) => matchesText(one, text.trim()));
  return {
    ...search,
    saved: matchingSaved,
    recent: matchingRecent,
    results: excludeOffered(results.map(toResultSuggestion), [...matchingSaved, ...matchingRecent]),
  };
}

/** The saved addresses of whoever is signed in, as places. */
export function useSavedPlaces(): { saved: PlaceSuggestion[]; hasAccount: boolean; isLoaded: boolean } {
  const account = useUser(({ user }) => accountOf(user));
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
    place: draftPlaceFrom(address, line),
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
    place: draftPlaceFrom(place, place.description),
    street: place.street,
  };
}

function splitAddressLine(line: string): { title: string; detail: string } {
  const [title = line, ...rest] = line.split(', ');
  return { title, detail: rest.join(', ') };
}

/** A saved address that was only typed has no coordinates; its text serves all the same. */
function draftPlaceFrom(place: Address | GeocodedPlace, name: string): DraftPlace {
  const coordinates = coordinatesOf(place);
  if (!coordinates) return { name, chosen: undefined };
  const { city, postalCode, country } = place;
  return {
    name,
    chosen: { ...coordinates, city: city ?? '', postalCode: postalCode ?? '', country: country ?? '' },
  };
}

function matchesText({ title, detail }: PlaceSuggestion, text: string): boolean {
  return `${title} ${detail}`.toLowerCase().includes(text.toLowerCase());
}

/** What was offered once already is not offered again. */
function excludeOffered(
  suggestions: PlaceSuggestion[],
  offered: readonly PlaceSuggestion[],
): PlaceSuggestion[] {
  return suggestions.filter(({ place }) => !offered.some((other) => other.place.name === place.name));
}
