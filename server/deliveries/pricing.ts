import * as v from 'valibot';
import { DeliveryRequestInput } from '../../src/contract/delivery-request.ts';
import { parseNote } from '../../src/contract/guest-note.ts';
import { type PriceInput, priceEstimate, priceInCents } from '../../src/contract/price.ts';
import type { PriceEstimate, Tariff } from '../../src/contract/tariff.ts';
import type { Places } from '../dependencies.ts';
import type { DeliveryRequestRow } from '../queries/delivery-requests.ts';
import type { GuestRequestRow } from '../queries/guest-requests.ts';
import { type LocatedRoute, locateRoute, routeOf, unclearPlacesOf } from './locate-route.ts';

/** The columns of a request that follow from its package and its located places. */
export function priceColumns(input: PriceInput, route: LocatedRoute, tariff: Tariff) {
  return {
    priceCents: priceInCents(input, tariff, routeOf(route)).totalCents,
    currency: tariff.currency,
    isPlaceDoubtful: route.isDoubtful,
    unclearPlaces: unclearPlacesOf(route),
  };
}

/**
 * The price that the customer was quoted while a place was unclear, if it was another one than the new price. The app
 * states both before payment. (PLC-04)
 */
export function assumedPriceCents(
  before: Pick<DeliveryRequestRow, 'unclearPlaces' | 'priceCents' | 'assumedPriceCents'>,
  priceCents: number,
): number | null {
  if (before.unclearPlaces.length === 0) return null;
  const quoted = before.assumedPriceCents ?? before.priceCents;
  return quoted === priceCents ? null : quoted;
}

export function estimatePrice(input: PriceInput, route: LocatedRoute, tariff: Tariff): PriceEstimate {
  const { pickUp, dropOff } = route;
  return { ...priceEstimate(input, tariff, routeOf(route)), pickUp, dropOff };
}

/**
 * Returns the price of a guest's request in cents: the estimate for the package that its note describes, over the
 * distance between both places. Returns undefined if the note does not describe the package or a place is unclear.
 */
export async function guestPriceCents(
  places: Places,
  { pickup, dropoff, note }: Pick<GuestRequestRow, 'pickup' | 'dropoff' | 'note'>,
  tariff: Tariff,
): Promise<number | undefined> {
  const parsed = v.safeParse(DeliveryRequestInput, {
    ...parseNote(note),
    pickUpSnapshot: { name: pickup },
    dropOffSnapshot: { name: dropoff },
  });
  if (!parsed.success) return undefined;
  const route = await locateRoute(places, parsed.output);
  if (unclearPlacesOf(route).length > 0) return undefined;
  return priceColumns(parsed.output, route, tariff).priceCents;
}
