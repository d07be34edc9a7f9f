import type { ChosenPlace, DraftPlace } from '../../domain/draft.ts';
import { type RecentPlace, useRecentPlaces } from '../../stores/recent-places.ts';
import { accountOf, useUser } from '../../stores/user.ts';

/** A place with coordinates that somebody chose is offered again, to them alone. */
export function addRecentPlace(place: ChosenPlace & { address: string; street?: string }): void {
  const { address, street = '', latitude, longitude, city, postalCode, country } = place;
  const owner = accountOf(useUser.getState().user);
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

/** The places that whoever is here chose on this device, the latest first. */
export function useMyRecentPlaces(): RecentPlace[] {
  const account = useUser(({ user }) => accountOf(user));
  return useRecentPlaces(({ list }) => list).filter(({ owner }) => owner === account);
}
