import { coordinatesOf, distanceKm } from '../contract/coordinates.ts';
import type { DraftPlace } from './draft.ts';

const SAME_PLACE_KM = 0.03;
/** A first part that ends like a street and contains no digit: "Abbey Street", but neither a house name nor a town. */
const STREET_ALONE =
  /^\D*\b(street|st|road|rd|avenue|ave|lane|terrace|drive|quay|row|close|court|crescent|grove|gardens|parade|mews)\.?$/i;

export function lacksHouseNumber({ name }: DraftPlace): boolean {
  return STREET_ALONE.test(name.trim().split(/\s*,/)[0] ?? '');
}

/** Whether both ends of a route have the same text or were picked at the same point. */
export function isSamePlace(pickUp: DraftPlace, dropOff: DraftPlace): boolean {
  const [from, to] = [pickUp, dropOff].map(({ name }) =>
    name
      .trim()
      .toLowerCase()
      .replace(/[\s,]+/g, ' '),
  );
  const [start, end] = [pickUp, dropOff].map(({ chosen }) => chosen && coordinatesOf(chosen));
  return from === to || (start !== undefined && end !== undefined && distanceKm(start, end) < SAME_PLACE_KM);
}
