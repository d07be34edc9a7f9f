import * as v from 'valibot';
import { type Coordinates, coordinatesOf, distanceKm } from '../../src/contract/coordinates.ts';
import { DeliveryRequestInput } from '../../src/contract/delivery-request.ts';
import { parseNote } from '../../src/contract/guest-note.ts';
import { type PlaceMatch, type PlaceSnapshot, ROUTE_ENDS, type RouteEnd } from '../../src/contract/place.ts';
import { type PriceInput, priceEstimate, priceInCents, type Route } from '../../src/contract/price.ts';
import type { PriceEstimate, Tariff } from '../../src/contract/tariff.ts';
import type { Places } from '../dependencies.ts';
import { requirePayable } from '../payments/payment-parameters.ts';
import { foldText } from '../places/fold-text.ts';
import type { DeliveryRequestRow } from '../queries/delivery-requests.ts';
import type { GuestRequestRow } from '../queries/guest-requests.ts';

/** How both places of a request were understood. */
export type LocatedRoute = Record<RouteEnd, PlaceMatch> & {
  /** Whether coordinates contradicted the text of their place. */
  isDoubtful: boolean;
};
type LocatedPlace = { match: PlaceMatch; isDoubtful: boolean };

/** A point within this distance of a town's centre may still belong to the town. */
const FITS_WITHIN_KM = 25;

export async function locateRoute(
  places: Places,
  input: Pick<DeliveryRequestInput, 'pickUpSnapshot' | 'dropOffSnapshot'>,
): Promise<LocatedRoute> {
  const [pickUp, dropOff] = await Promise.all([
    locatePlace(places, input.pickUpSnapshot),
    locatePlace(places, input.dropOffSnapshot),
  ]);
  return {
    pickUp: pickUp.match,
    dropOff: dropOff.match,
    isDoubtful: pickUp.isDoubtful || dropOff.isDoubtful,
  };
}

/**
 * Decides where a place is: where the customer picked it, and otherwise where its text certainly says. Text that is
 * not certain leaves the place unclear. If the text certainly names a place far from the picked coordinates, the text
 * decides, because the driver goes to that address and the price must match it. (SEC-09, PLC-01)
 */
async function locatePlace(places: Places, place: PlaceSnapshot): Promise<LocatedPlace> {
  const match = await places.match(textOf(place));
  const coordinates = coordinatesOf(place);
  if (coordinates === undefined) return { match, isDoubtful: false };
  const named = [match, await places.match(place.name)];
  const elsewhere = named.find(
    (other) => other.kind === 'located' && distanceKm(other, coordinates) > FITS_WITHIN_KM,
  );
  return { match: elsewhere ?? pickedPlace(place, coordinates), isDoubtful: elsewhere !== undefined };
}

/** A place at coordinates that the customer picked or an operator confirmed. */
export function pickedPlace(
  { name, city, postalCode, country }: PlaceSnapshot,
  { latitude, longitude }: Coordinates,
): PlaceMatch {
  return { kind: 'located', label: city || name, city, postalCode, country, latitude, longitude };
}

/** The address in one line. A saved address repeats its city and postal code in the name. */
function textOf({ name, city, postalCode, country }: PlaceSnapshot): string {
  const folded = ` ${foldText(name)} `;
  const others = [city, postalCode, country].filter(
    (text) => text && !folded.includes(` ${foldText(text)} `),
  );
  return [name, ...others].join(', ');
}

/** The town that others may see; null unless the place is located. */
export async function confirmedTown(places: Places, place: PlaceSnapshot): Promise<string | null> {
  const { match } = await locatePlace(places, place);
  return match.kind === 'located' ? match.city || null : null;
}

function routeOf({ pickUp, dropOff }: Record<RouteEnd, PlaceMatch>): Route {
  return {
    from: pickUp.kind === 'located' ? pickUp : undefined,
    to: dropOff.kind === 'located' ? dropOff : undefined,
  };
}

function unclearPlacesOf(route: Record<RouteEnd, PlaceMatch>): RouteEnd[] {
  return ROUTE_ENDS.filter((end) => route[end].kind === 'unclear');
}

/** The columns of a request that follow from its package and its located places. */
export function priceColumns(input: PriceInput, route: LocatedRoute, tariff: Tariff) {
  const priceCents = priceInCents(input, tariff, routeOf(route)).totalCents;
  requirePayable(priceCents, tariff.currency);
  return {
    priceCents,
    currency: tariff.currency,
    isPlaceDoubtful: route.isDoubtful,
    unclearPlaces: unclearPlacesOf(route),
  };
}

/**
 * The price that the customer was quoted before a place was picked or confirmed, if it was another one than the new
 * price and in the same currency. The app states both before payment. (PLC-04)
 */
export function assumedPriceCents(
  before: Pick<DeliveryRequestRow, 'priceCents' | 'assumedPriceCents' | 'currency'>,
  { priceCents, currency }: Pick<DeliveryRequestRow, 'priceCents' | 'currency'>,
): number | null {
  const quoted = before.assumedPriceCents ?? before.priceCents;
  return quoted === priceCents || before.currency !== currency ? null : quoted;
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
