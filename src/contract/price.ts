import { type Coordinates, coordinatesOf, distanceKm } from './coordinates.ts';
import type { DeliveryRequestInput } from './delivery-request.ts';
import type { PlaceSnapshot } from './place.ts';
import { type Sides, volumeOf } from './rules.ts';
import type { PriceEstimate, Tariff } from './tariff.ts';

export const DEFAULT_TARIFF: Tariff = {
  currency: 'EUR',
  baseCents: 590,
  perKmCents: 62,
  perKgCents: 8,
  includedKg: 10,
  perM3Cents: 350,
  includedM3: 0.1,
  speedCents: [0, 400, 900],
  priorityCents: 350,
  fragileCents: 250,
  defaultDistanceKm: 15,
  vatPercent: 23,
};

export type PriceInput = Pick<
  DeliveryRequestInput,
  'pickUpSnapshot' | 'dropOffSnapshot' | 'weight' | 'volume' | 'deliveryType' | 'isPriority' | 'isFragile'
> &
  Partial<Sides>;

/** Where a route begins and ends: coordinates with the names to show. An end is undefined if its place is unclear. */
export type Route = { from: NamedPoint | undefined; to: NamedPoint | undefined };
type NamedPoint = Coordinates & { label: string };

/** The route between the places of a request that were picked. */
export function pickedRoute(input: Pick<PriceInput, 'pickUpSnapshot' | 'dropOffSnapshot'>): Route {
  return { from: pickedPoint(input.pickUpSnapshot), to: pickedPoint(input.dropOffSnapshot) };
}

/** The text beside every price while a place is unclear. */
export function assumedDistanceLabel(km: number): string {
  return `Distance not known yet, ${km} km assumed`;
}

function pickedPoint(place: PlaceSnapshot): NamedPoint | undefined {
  const coordinates = coordinatesOf(place);
  return coordinates && { ...coordinates, label: place.city || place.name };
}

/**
 * The price of a delivery in integer cents, with its breakdown. Server and client run this same function. Without the
 * coordinates of both places the price contains the assumed distance of the tariff.
 */
export function priceInCents(input: PriceInput, tariff: Tariff, { from, to }: Route = pickedRoute(input)) {
  const isDistanceKnown = from !== undefined && to !== undefined;
  const exactKm = isDistanceKnown ? distanceKm(from, to) : tariff.defaultDistanceKm;
  const km = Math.round(exactKm * 10) / 10;
  const lines = [
    { label: 'Base price', cents: tariff.baseCents },
    {
      label: isDistanceKnown ? `Distance, ${km} km (${from.label} to ${to.label})` : assumedDistanceLabel(km),
      cents: Math.round(km * tariff.perKmCents),
    },
    {
      label: `Weight above ${tariff.includedKg} kg`,
      cents: Math.round(Math.max(0, input.weight - tariff.includedKg) * tariff.perKgCents),
    },
    {
      label: `Volume above ${tariff.includedM3} m³`,
      cents: Math.round(Math.max(0, chargedVolume(input) - tariff.includedM3) * tariff.perM3Cents),
    },
    {
      label: (['Standard', 'Express', 'Same day'] as const)[input.deliveryType],
      cents: tariff.speedCents[input.deliveryType],
    },
    { label: 'Priority Handling', cents: input.isPriority ? tariff.priorityCents : 0 },
    { label: 'Fragile', cents: input.isFragile ? tariff.fragileCents : 0 },
  ].filter((line) => line.cents > 0);
  const sum = lines.reduce((total, line) => total + line.cents, 0);
  // A price is never 0, whatever tariff an operator publishes.
  return { totalCents: Math.max(1, sum), distanceKm: km, isDistanceAssumed: !isDistanceKnown, lines };
}

/** The price estimate as the API returns it. */
export function priceEstimate(input: PriceInput, tariff: Tariff, route?: Route): PriceEstimate {
  const price = priceInCents(input, tariff, route);
  return {
    estimatedPrice: price.totalCents / 100,
    currency: tariff.currency,
    distanceKm: price.distanceKm,
    isDistanceAssumed: price.isDistanceAssumed,
    breakdown: price.lines.map((line) => ({ label: line.label, amount: line.cents / 100 })),
    vat:
      tariff.vatPercent === 0
        ? null
        : {
            percent: tariff.vatPercent,
            amount: splitVat(price.totalCents, tariff.vatPercent).vatCents / 100,
          },
  };
}

/** The volume to charge for: at least the product of the sides, because a client could send a smaller volume. */
function chargedVolume({ volume, width, length, height }: PriceInput): number {
  if (width === undefined || length === undefined || height === undefined) return volume;
  return Math.max(volume, volumeOf({ width, length, height }));
}

/** Splits an amount that includes VAT. Net and VAT add up to the amount to the cent. */
export function splitVat(grossCents: number, percent: number): { netCents: number; vatCents: number } {
  const vatCents = Math.round((grossCents * percent) / (100 + percent));
  return { netCents: grossCents - vatCents, vatCents };
}

/** A VAT rate as the database stores it. */
export function toBasisPoints(vatPercent: number): number {
  return Math.round(vatPercent * 100);
}
