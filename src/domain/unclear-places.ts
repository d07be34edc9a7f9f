import { TEXT_MAX_LENGTH } from '../contract/constants.ts';
import type { DeliveryRequest } from '../contract/delivery-request.ts';
import type { KnownPlace } from '../contract/place.ts';
import { assumedDistanceLabel } from '../contract/price.ts';
import type { PriceEstimate, Tariff } from '../contract/tariff.ts';
import type { DraftPlace } from './draft.ts';
import type { RouteEndKey } from './route-end-key.ts';

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

/**
 * The place that a typed text means, as the user has picked it. The text stays, because it may name a house that no
 * map knows, and the missing parts of the picked address follow it.
 */
export function pickFor({ name }: DraftPlace, picked: KnownPlace): DraftPlace {
  const typed = name.trim();
  const isTyped = (part: string) => typed.toLowerCase().includes(part.toLowerCase());
  const full = [typed, ...picked.label.split(', ').filter((part) => !isTyped(part))].join(', ');
  const { latitude, longitude, city, postalCode, country } = picked;
  return {
    name: full.length > TEXT_MAX_LENGTH ? typed : full,
    chosen: {
      latitude,
      longitude,
      city: city ?? '',
      postalCode: postalCode ?? '',
      country: country ?? '',
    },
  };
}
