import * as v from 'valibot';
import { PlaceMatch } from './place.ts';

const cents = v.pipe(v.number(), v.integer(), v.minValue(0));

/** The published price list. Amounts are integer cents, so that client and server agree to the cent. */
export const Tariff = v.object({
  currency: v.string(),
  baseCents: cents,
  perKmCents: cents,
  /** Added for each kilogram above `includedKg`. */
  perKgCents: cents,
  includedKg: v.pipe(v.number(), v.minValue(0)),
  /** Added for each cubic metre above `includedM3`. */
  perM3Cents: cents,
  includedM3: v.pipe(v.number(), v.minValue(0)),
  /** Added per delivery type: [standard, express, same day]. */
  speedCents: v.tuple([cents, cents, cents]),
  priorityCents: cents,
  fragileCents: cents,
  /** Assumed if the coordinates of a place are unknown. */
  defaultDistanceKm: v.pipe(v.number(), v.gtValue(0)),
  /** The VAT that all amounts include, in percent. With 0 no VAT is shown. */
  vatPercent: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(100)), 0),
});
export type Tariff = v.InferOutput<typeof Tariff>;

export const PriceEstimate = v.object({
  /** Euros with at most two decimals. */
  estimatedPrice: v.number(),
  currency: v.string(),
  /** The straight-line distance in kilometres, with one decimal. */
  distanceKm: v.number(),
  /** Whether that distance is assumed because a place is unclear. The delivery then cannot be paid yet. */
  isDistanceAssumed: v.nullish(v.boolean(), false),
  pickUp: v.nullish(PlaceMatch),
  dropOff: v.nullish(PlaceMatch),
  breakdown: v.array(v.object({ label: v.string(), amount: v.number() })),
  /** The VAT that the price includes. */
  vat: v.nullish(v.object({ percent: v.number(), amount: v.number() })),
});
export type PriceEstimate = v.InferOutput<typeof PriceEstimate>;
