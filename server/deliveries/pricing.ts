import type { DeliveryRequestInput } from '../../src/contract/delivery-request.ts';
import { type Coordinates, coordinatesOf, type PlaceSnapshot } from '../../src/contract/place.ts';
import { DEFAULT_TARIFF, type PriceInput, priceEstimate, priceInCents } from '../../src/contract/price.ts';
import type { Places } from '../dependencies.ts';

export type RouteCoordinates = { from: Coordinates | undefined; to: Coordinates | undefined };

/** The published price list. */
export const TARIFF = DEFAULT_TARIFF;

/** Where both places are: as the customer picked them, else where the gazetteer knows their text. */
export async function locateRoute(
  places: Places,
  input: Pick<DeliveryRequestInput, 'pickUpSnapshot' | 'dropOffSnapshot'>,
): Promise<RouteCoordinates> {
  const [from, to] = await Promise.all([
    locatePlace(places, input.pickUpSnapshot),
    locatePlace(places, input.dropOffSnapshot),
  ]);
  return { from, to };
}

async function locatePlace(places: Places, place: PlaceSnapshot): Promise<Coordinates | undefined> {
  return coordinatesOf(place) ?? (await places.lookup(place.name));
}

export function calculatePriceCents(input: PriceInput, { from, to }: RouteCoordinates): number {
  return priceInCents(input, TARIFF, from, to).totalCents;
}

export function estimatePrice(input: PriceInput, { from, to }: RouteCoordinates) {
  return priceEstimate(input, TARIFF, from, to);
}
