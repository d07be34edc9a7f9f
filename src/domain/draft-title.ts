import type { Draft, DraftPlace } from './draft.ts';
import { routeTitle } from './place-labels.ts';

/** "Rathmines to Howth". The places of a draft may be empty. */
export function draftTitle({ fields: { pickUp, dropOff } }: Pick<Draft, 'fields'>): string {
  const snapshotOf = ({ name, chosen }: DraftPlace) => ({
    name: name.trim() || 'somewhere',
    city: chosen?.city,
  });
  if (pickUp.name.trim() === '' && dropOff.name.trim() === '') return 'Untitled request';
  return routeTitle({ pickUpSnapshot: snapshotOf(pickUp), dropOffSnapshot: snapshotOf(dropOff) });
}
