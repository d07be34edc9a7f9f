import { type Coordinates, coordinatesOf, distanceKm } from '../../src/contract/coordinates.ts';
import type { DeliveryRequestInput } from '../../src/contract/delivery-request.ts';
import type { PlaceSnapshot } from '../../src/contract/place.ts';
import { type PriceInput, priceEstimate, priceInCents } from '../../src/contract/price.ts';
import type { Tariff } from '../../src/contract/tariff.ts';
import type { Places } from '../dependencies.ts';

export type RouteCoordinates = {
  from: Coordinates | undefined;
  to: Coordinates | undefined;
  /** Whether coordinates contradicted the text of their place and were ignored. */
  isDoubtful: boolean;
};
type LocatedPlace = { at: Coordinates | undefined; isDoubtful: boolean };

/** A point within this distance of a town's centre may still belong to the town. */
const FITS_WITHIN_KM = 25;

/**
 * The coordinates of both places: those that the customer picked, and otherwise those of the text in the gazetteer.
 * Coordinates far from every town that the text or the city names are ignored, because the driver goes to that address
 * and the price must match it.
 */
export async function locateRoute(
  places: Places,
  input: Pick<DeliveryRequestInput, 'pickUpSnapshot' | 'dropOffSnapshot'>,
): Promise<RouteCoordinates> {
  const [from, to] = await Promise.all([
    locatePlace(places, input.pickUpSnapshot),
    locatePlace(places, input.dropOffSnapshot),
  ]);
  return { from: from.at, to: to.at, isDoubtful: from.isDoubtful || to.isDoubtful };
}

async function locatePlace(places: Places, place: PlaceSnapshot): Promise<LocatedPlace> {
  const claimed = coordinatesOf(place);
  if (claimed === undefined) return { at: await places.lookup(place.name), isDoubtful: false };
  const named = await Promise.all([place.name, place.city ?? ''].map((text) => places.towns(text)));
  const fits = named.every(
    (towns) => towns.length === 0 || towns.some((town) => distanceKm(town, claimed) <= FITS_WITHIN_KM),
  );
  if (fits) return { at: claimed, isDoubtful: false };
  const text = [place.name, place.city].filter(Boolean).join(', ');
  return { at: await places.lookup(text), isDoubtful: true };
}

export function calculatePriceCents(
  input: PriceInput,
  { from, to }: Pick<RouteCoordinates, 'from' | 'to'>,
  tariff: Tariff,
): number {
  return priceInCents(input, tariff, from, to).totalCents;
}

export function estimatePrice(
  input: PriceInput,
  { from, to }: Pick<RouteCoordinates, 'from' | 'to'>,
  tariff: Tariff,
) {
  return priceEstimate(input, tariff, from, to);
}
