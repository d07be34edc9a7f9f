import type { DeliveryRequest } from '../contract/delivery-request.ts';
import { assumedDistanceLabel } from '../contract/price.ts';
import type { PriceEstimate, Tariff } from '../contract/tariff.ts';
import type { RouteEndKey } from './route-ends.ts';

/** "Distance not known yet, 15 km assumed", or undefined if the distance is known. */
export function assumedDistanceOf(estimate: PriceEstimate | undefined): string | undefined {
  return estimate?.isDistanceAssumed ? assumedDistanceLabel(estimate.distanceKm) : undefined;
}

/** The same for a saved delivery that still has an unclear place. */
export function assumedDistanceOfDelivery(
  delivery: Pick<DeliveryRequest, 'unclearPlaces'>,
  tariff: Tariff | null | undefined,
): string | undefined {
  if (unclearEndsOf(delivery).length === 0) return undefined;
  return tariff ? assumedDistanceLabel(tariff.defaultDistanceKm) : 'Distance not known yet';
}

/** The places that must be picked or confirmed before the delivery can be paid. */
export function unclearEndsOf({ unclearPlaces }: Pick<DeliveryRequest, 'unclearPlaces'>): RouteEndKey[] {
  return unclearPlaces ?? [];
}
