import type { FoundPlace } from '../api/places.ts';
import { type Address, addressLine } from '../contract/address.ts';
import { SUGGESTION_AFTER_CHARS } from '../contract/constants.ts';
import { coordinatesOf } from '../contract/place.ts';
import type { DraftPlace } from '../domain/draft.ts';
import { useAddresses } from '../stores/addresses.ts';
import type { RecentPlace } from '../stores/recent-places.ts';
import { accountOf, useUser } from '../stores/user.ts';
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
  found: PlaceSuggestion[];
  /** Whether the person has saved addresses to look through at all. */
  hasAccount: boolean;
  isSearching: boolean;
  /** Whether the geocoder has answered the text as it stands. */
  isAnswered: boolean;
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
  const remembered = useMyRecentPlaces();
  const text = place.name.trim();
  const isAsked = isActive && place.chosen === undefined;
  const { found, ...search } = usePlaceSearch(isAsked ? text : '');
  const mine = saved.filter((one) => place.chosen !== undefined || matches(one, text));
  const isLong = isAsked && text.length > SUGGESTION_AFTER_CHARS;
  const recent = isLong ? remembered.map(recentPlace).filter((one) => matches(one, text)) : [];
  return {
    ...search,
    saved: mine,
    recent: without(recent, mine),
    found: isAsked ? without(found.map(foundPlace), [...mine, ...recent]) : [],
    hasAccount,
  };
}

/** What can be found by a text beside a map; without one, what this person has and had. */
export function usePlaceChoices(text: string): Omit<PlaceSuggestions, 'hasAccount'> {
  const { saved } = useSavedPlaces();
  const recent = useMyRecentPlaces().map(recentPlace);
  const { found, ...search } = usePlaceSearch(text);
  const mine = saved.filter((one) => matches(one, text.trim()));
  const known = without(recent, mine).filter((one) => matches(one, text.trim()));
  return {
    ...search,
    saved: mine,
    recent: known,
    found: without(found.map(foundPlace), [...mine, ...known]),
  };
}

/** The saved addresses of whoever is signed in, as places. */
export function useSavedPlaces(): { saved: PlaceSuggestion[]; hasAccount: boolean; isLoaded: boolean } {
  const account = useUser(({ user }) => accountOf(user));
  const { list, owner, isLoaded } = useAddresses();
  const hasAccount = account !== undefined;
  const mine = hasAccount && owner === account ? list : [];
  return { saved: mine.map(savedPlace), hasAccount, isLoaded };
}

function savedPlace(address: Address): PlaceSuggestion {
  const line = address.address || addressLine(address) || address.name;
  return {
    id: `saved-${address.id}`,
    title: address.name,
    detail: line,
    place: placeOf(address, line),
    street: address.street ?? '',
  };
}

function recentPlace({ name, street, chosen }: RecentPlace, index: number): PlaceSuggestion {
  return { id: `recent-${index}`, ...inTwoLines(name), place: { name, chosen }, street };
}

function foundPlace(place: FoundPlace, index: number): PlaceSuggestion {
  return {
    id: `found-${index}-${place.placeId}`,
    ...inTwoLines(place.description),
    place: placeOf(place, place.description),
    street: place.street,
  };
}

function inTwoLines(line: string): { title: string; detail: string } {
  const [title = line, ...rest] = line.split(', ');
  return { title, detail: rest.join(', ') };
}

/** A saved address that was only typed has no coordinates; its text serves all the same. */
function placeOf(place: Address | FoundPlace, name: string): DraftPlace {
  const coordinates = coordinatesOf(place);
  if (!coordinates) return { name, chosen: undefined };
  const { city, postalCode, country } = place;
  return {
    name,
    chosen: { ...coordinates, city: city ?? '', postalCode: postalCode ?? '', country: country ?? '' },
  };
}

function matches({ title, detail }: PlaceSuggestion, text: string): boolean {
  return `${title} ${detail}`.toLowerCase().includes(text.toLowerCase());
}

/** What was offered once already is not offered again. */
function without(suggestions: PlaceSuggestion[], offered: readonly PlaceSuggestion[]): PlaceSuggestion[] {
  return suggestions.filter(({ place }) => !offered.some((other) => other.place.name === place.name));
}
