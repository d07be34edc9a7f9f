import * as v from 'valibot';
import { NAME_MAX_LENGTH, TEXT_MAX_LENGTH } from './constants.ts';
import { requiredText } from './text.ts';

const coordinate = (limit: number) =>
  v.optional(v.pipe(v.number(), v.finite(), v.minValue(-limit), v.maxValue(limit)), 0);

/** Latitude and longitude are 0 when the address was typed and not picked on a map. */
export const AddressInput = v.object({
  name: requiredText(NAME_MAX_LENGTH, 'Name is required'),
  country: requiredText(TEXT_MAX_LENGTH, 'Country is required'),
  city: requiredText(TEXT_MAX_LENGTH, 'City is required'),
  street: requiredText(TEXT_MAX_LENGTH, 'Street is required'),
  postalCode: requiredText(TEXT_MAX_LENGTH, 'Postal code is required'),
  latitude: coordinate(90),
  longitude: coordinate(180),
  isDefaultPickUp: v.optional(v.boolean(), false),
  isDefaultDropOff: v.optional(v.boolean(), false),
});
export type AddressInput = v.InferOutput<typeof AddressInput>;

export const Address = v.object({
  id: v.pipe(v.number(), v.integer()),
  name: v.string(),
  country: v.nullish(v.string(), ''),
  city: v.nullish(v.string(), ''),
  street: v.nullish(v.string(), ''),
  postalCode: v.nullish(v.string(), ''),
  latitude: v.nullish(v.number(), 0),
  longitude: v.nullish(v.number(), 0),
  isDefaultPickUp: v.nullish(v.boolean(), false),
  isDefaultDropOff: v.nullish(v.boolean(), false),
  /** The whole address in one line, if the server has one. */
  address: v.nullish(v.string()),
});
export type Address = v.InferOutput<typeof Address>;
