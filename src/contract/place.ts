import * as v from 'valibot';
import { TEXT_MAX_LENGTH } from './constants.ts';
import { text } from './text.ts';

/**
 * Where a parcel is picked up or dropped off. A place that was only typed has just a name. A place that was chosen
 * from a suggestion, a saved address or the map also has coordinates (WGS 84, in degrees).
 */
export const PlaceSnapshot = v.object({
  name: text(TEXT_MAX_LENGTH),
  city: v.nullish(text(TEXT_MAX_LENGTH)),
  postalCode: v.nullish(text(TEXT_MAX_LENGTH)),
  country: v.nullish(text(TEXT_MAX_LENGTH)),
  latitude: v.nullish(v.pipe(v.number(), v.finite())),
  longitude: v.nullish(v.pipe(v.number(), v.finite())),
});
export type PlaceSnapshot = v.InferOutput<typeof PlaceSnapshot>;

/** A place of the service region: its label ("Naas, Co. Kildare"), its town and its coordinates. */
export const KnownPlace = v.object({
  label: v.string(),
  city: v.nullish(v.string()),
  postalCode: v.nullish(v.string()),
  country: v.nullish(v.string()),
  latitude: v.number(),
  longitude: v.number(),
});
export type KnownPlace = v.InferOutput<typeof KnownPlace>;

/**
 * How a place was understood. It is located if it was picked, or if its text certainly names one place. Otherwise the
 * distance is assumed, and the candidates are the places that the text may mean, the most likely first.
 */
export const PlaceMatch = v.variant('kind', [
  v.object({ kind: v.literal('located'), ...KnownPlace.entries }),
  v.object({ kind: v.literal('unclear'), candidates: v.array(KnownPlace) }),
]);
export type PlaceMatch = v.InferOutput<typeof PlaceMatch>;

export const ROUTE_ENDS = ['pickUp', 'dropOff'] as const;
export type RouteEnd = (typeof ROUTE_ENDS)[number];
