import { useState } from 'react';
import type { FoundPlace } from '../api/places.ts';
import { type Address, addressLine } from '../contract/address.ts';
import { SUGGESTION_AFTER_CHARS, SUGGESTION_DEBOUNCE_MS } from '../contract/constants.ts';
import { coordinatesOf } from '../contract/place.ts';
import type { DraftPlace } from '../domain/draft.ts';
import { useAddresses } from '../stores/addresses.ts';
import { useApp } from '../stores/app.ts';
import { accountOf, useUser } from '../stores/user.ts';
import { canTypeAhead, useFoundPlaces } from './use-found-places.ts';

export type PlaceSuggestion = { id: string; title: string; detail: string; place: DraftPlace };

export type PlaceSuggestions = {
  saved: PlaceSuggestion[];
  found: PlaceSuggestion[];
  /** Whether the person has saved addresses to look through at all. */
  hasAccount: boolean;
  isSearching: boolean;
  /** Set where the geocoder may not be asked while somebody types: asks it once. */
  searchNow: (() => void) | undefined;
};

/**
 * What a person may mean by the text of an address field: saved addresses, and places of the geocoder once the
 * text is long enough. A newer text aborts the older question, so answers never come out of order.
 * @param isActive whether the person is in the field
 */
export function usePlaceSuggestions(place: DraftPlace, isActive: boolean): PlaceSuggestions {
  const { saved, hasAccount } = useSavedPlaces();
  const mayTypeAhead = useApp(({ config }) => canTypeAhead(config.geocoder));
  const text = place.name.trim();
  const isLong = text.length > SUGGESTION_AFTER_CHARS;
  const isAsked = isActive && isLong && place.chosen === undefined;
  const [asked, setAsked] = useState('');
  const query = isAsked && (mayTypeAhead || asked === text) ? text : '';
  const { found, isSearching } = useFoundPlaces(query, mayTypeAhead ? SUGGESTION_DEBOUNCE_MS : 0);
  return {
    saved: saved.filter((one) => place.chosen !== undefined || matches(one, text)),
    found: isAsked ? found.map(foundPlace) : [],
    hasAccount,
    isSearching,
    searchNow: isAsked && !mayTypeAhead && asked !== text ? () => setAsked(text) : undefined,
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
  return { id: `saved-${address.id}`, title: address.name, detail: line, place: placeOf(address, line) };
}

function foundPlace(place: FoundPlace, index: number): PlaceSuggestion {
  const [title = place.description, ...rest] = place.description.split(', ');
  return {
    id: `found-${index}-${place.placeId}`,
    title,
    detail: rest.join(', '),
    place: placeOf(place, place.description),
  };
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
