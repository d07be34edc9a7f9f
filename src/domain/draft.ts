import * as v from 'valibot';
import { NAME_MAX_LENGTH, TEXT_MAX_LENGTH } from '../contract/constants.ts';
import { coordinatesOf } from '../contract/coordinates.ts';
import { DeliveryRequest } from '../contract/delivery-request.ts';
import { DELIVERY_SPEEDS } from '../contract/delivery-type.ts';
import {
  CUSTOM_KEY,
  DEFAULT_PRESETS,
  LIGHT_WEIGHT,
  offeredSizes,
  offeredWeights,
  STANDARD_SIZE,
} from '../contract/presets.ts';
import { isValidDimension, isValidWeight } from '../contract/rules.ts';
import { cutText } from '../contract/storable-text.ts';
import { CUSTOM_DIMENSION_DEFAULT, CUSTOM_WEIGHT_DEFAULT } from './limits.ts';
import { WIZARD_STEPS } from './wizard-steps.ts';

// A stored draft is read leniently: valid fields are used and all others get their default, so that no input is lost.
const lenientText = (max: number, fallback = '') =>
  v.optional(
    v.fallback(
      v.pipe(
        v.string(),
        v.transform((text) => cutText(text, max)),
      ),
      fallback,
    ),
    fallback,
  );
const presetKey = v.pipe(v.string(), v.maxLength(40));
const metres = v.pipe(v.number(), v.check(isValidDimension));
const lenientBoolean = v.optional(v.fallback(v.boolean(), false), false);

export const ChosenPlace = v.pipe(
  v.object({
    latitude: v.number(),
    longitude: v.number(),
    city: lenientText(TEXT_MAX_LENGTH),
    postalCode: lenientText(TEXT_MAX_LENGTH),
    country: lenientText(TEXT_MAX_LENGTH),
  }),
  v.check((place) => coordinatesOf(place) !== undefined),
);
export type ChosenPlace = v.InferOutput<typeof ChosenPlace>;

const LocatedPoint = v.object({ label: v.string(), latitude: v.number(), longitude: v.number() });

/** A place as typed. `chosen` is set only while the text is still the suggestion or map location that was chosen. */
export const DraftPlace = v.object({
  name: lenientText(TEXT_MAX_LENGTH),
  chosen: v.optional(v.fallback(v.optional(ChosenPlace), undefined)),
  /** Where the server last located this text, so that the device computes the same price without a connection. */
  located: v.optional(v.fallback(v.optional(LocatedPoint), undefined)),
  /** The wizard has asked which place this text means, and the user went on without an answer. */
  isAsked: v.optional(v.fallback(v.optional(v.boolean()), undefined)),
});
export type DraftPlace = v.InferOutput<typeof DraftPlace>;

const lenientPlace = v.optional(v.fallback(DraftPlace, { name: '' }), {});

const Fields = v.object({
  pickUp: lenientPlace,
  dropOff: lenientPlace,
  /** Undefined after the choice was cleared; a reload sets the default again. */
  size: v.optional(v.fallback(v.optional(presetKey), 'standard'), 'standard'),
  /** The sides of the chosen preset, because its operator may change or remove it. */
  presetSides: v.fallback(v.optional(v.object({ width: metres, length: metres, height: metres })), undefined),
  /** Metres, as typed. */
  width: lenientText(20, String(CUSTOM_DIMENSION_DEFAULT)),
  length: lenientText(20, String(CUSTOM_DIMENSION_DEFAULT)),
  height: lenientText(20, String(CUSTOM_DIMENSION_DEFAULT)),
  weight: v.optional(v.fallback(v.optional(presetKey), 'light'), 'light'),
  /** The kilograms of the chosen preset. */
  presetWeight: v.fallback(v.optional(v.pipe(v.number(), v.check(isValidWeight))), undefined),
  /** Kilograms, as typed. */
  customWeight: lenientText(20, String(CUSTOM_WEIGHT_DEFAULT)),
  isFragile: lenientBoolean,
  /** A text that is too long stays whole until the user shortens it. */
  instructions: lenientText(Number.POSITIVE_INFINITY),
  speed: v.optional(v.fallback(v.optional(v.picklist(DELIVERY_SPEEDS)), 'standard'), 'standard'),
  isPriority: lenientBoolean,
});
/** A preset whose measurements are unknown becomes the default. */
export const DraftFields = v.pipe(Fields, v.transform(withKnownPresets));
export type DraftFields = v.InferOutput<typeof Fields>;

/** What a guest enters in the details dialog; it is stored with the draft, so that closing it loses nothing. */
export const GuestDetails = v.object({
  firstName: lenientText(NAME_MAX_LENGTH),
  lastName: lenientText(NAME_MAX_LENGTH),
  email: lenientText(NAME_MAX_LENGTH),
  phone: lenientText(NAME_MAX_LENGTH),
});
export type GuestDetails = v.InferOutput<typeof GuestDetails>;

export const Draft = v.object({
  /** The id is also the idempotency key of the request, so it never changes. */
  id: v.pipe(v.string(), v.minLength(8)),
  /** The account it belongs to; undefined for a guest. The changes of a delivery are stored with a prefix. */
  owner: v.optional(
    v.pipe(
      v.string(),
      v.transform((owner) => owner.replace(/^edit /, '')),
    ),
  ),
  /** When the device first read it while its account was not logged in; milliseconds since 1970. */
  hiddenAt: v.optional(v.fallback(v.optional(v.number()), undefined)),
  /** When the device's clock first said that it has been hidden for too long; milliseconds since 1970. */
  seenOldAt: v.optional(v.fallback(v.optional(v.number()), undefined)),
  /**
   * Milliseconds. The fallback 1 makes a draft without a time older than all others, but newer than `clearedAt: 0`,
   * which means that the drafts were never cleared.
   */
  updatedAt: v.fallback(v.number(), 1),
  step: v.fallback(v.picklist(WIZARD_STEPS), 'locations'),
  fields: DraftFields,
  guest: v.optional(v.fallback(GuestDetails, { firstName: '', lastName: '', email: '', phone: '' }), {}),
  /** The delivery that these fields change, as it was before; undefined for a new request. */
  editOf: v.optional(DeliveryRequest),
});
export type Draft = v.InferOutput<typeof Draft>;

function withKnownPresets(fields: DraftFields): DraftFields {
  const isSizeKnown = fields.presetSides !== undefined || isKnown(fields.size, offeredSizes(DEFAULT_PRESETS));
  const isWeightKnown =
    fields.presetWeight !== undefined || isKnown(fields.weight, offeredWeights(DEFAULT_PRESETS));
  return {
    ...fields,
    ...(isSizeKnown ? {} : { size: STANDARD_SIZE.key }),
    ...(isWeightKnown ? {} : { weight: LIGHT_WEIGHT.key }),
  };
}

function isKnown(key: string | undefined, presets: { key: string }[]): boolean {
  return key === undefined || key === CUSTOM_KEY || presets.some((preset) => preset.key === key);
}
