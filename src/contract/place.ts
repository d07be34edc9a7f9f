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
