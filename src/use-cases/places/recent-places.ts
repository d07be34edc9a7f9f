import type { ChosenPlace, DraftPlace } from '../../domain/draft.ts';
import { type RecentPlace, useRecentPlaces } from '../../stores/recent-places.ts';
import { currentAccount, useAccount } from '../../stores/user.ts';

/** Stores a place that was chosen with its coordinates, to suggest it again to the same user. */
export function addRecentPlace(place: ChosenPlace & { address: string; street?: string }): void {
  const { address, street = '', latitude, longitude, city, postalCode, country } = place;
  const owner = currentAccount();
  useRecentPlaces.getState().add({
    name: address,
    street,
    chosen: { latitude, longitude, city, postalCode, country },
    ...(owner === undefined ? {} : { owner }),
  });
}

export function addRecentDraftPlace({ name, chosen }: DraftPlace): void {
  if (chosen) addRecentPlace({ ...chosen, address: name });
}

/** The places that the current user has chosen on this device, newest first. */
export function useMyRecentPlaces(): RecentPlace[] {
  const account = useAccount();
  return useRecentPlaces(({ list }) => list).filter(({ owner }) => owner === account);
}
