import * as v from 'valibot';
import { NOTE_MAX_LENGTH, TEXT_MAX_LENGTH } from '../contract/constants.ts';
import { DELIVERY_SPEEDS, DELIVERY_TYPE } from '../contract/delivery-request.ts';
import { coordinatesOf } from '../contract/place.ts';
import { text } from '../contract/text.ts';
import { CATEGORY_KEYS } from './category.ts';
import { DEFAULT_FIELDS, type DraftFields, type DraftPlace } from './draft.ts';
import { withExtras } from './instruction-lines.ts';

/** The router parses `1` as a number and `true` as a boolean, so both are converted back to text. */
const queryValue = v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String), v.trim());

const lenient = <T extends v.GenericSchema>(schema: T) =>
  v.optional(v.fallback(v.optional(schema), undefined));

const optionalText = (max: number) => lenient(v.pipe(queryValue, text(max), v.minLength(1)));
const degrees = lenient(v.pipe(queryValue, v.minLength(1), v.transform(Number), v.finite()));
const date = lenient(v.pipe(queryValue, v.isoDate(), v.check(isRealDay)));
const time = lenient(v.pipe(queryValue, v.regex(/^([01]?\d|2[0-3]):[0-5]\d( ?[ap]m)?$/i)));
const oneOf = <const T extends readonly string[]>(keys: T) =>
  lenient(v.pipe(queryValue, v.toLowerCase(), v.picklist(keys)));

const YES = ['true', '1', 'yes'];
const NO = ['false', '0', 'no'];
const flag = lenient(
  v.pipe(
    queryValue,
    v.toLowerCase(),
    v.picklist([...YES, ...NO]),
    v.transform((value) => YES.includes(value)),
  ),
);

const speed = lenient(
  v.pipe(
    queryValue,
    v.toLowerCase(),
    v.transform((value) => DELIVERY_SPEEDS.find((key) => String(DELIVERY_TYPE[key]) === value) ?? value),
    v.picklist(DELIVERY_SPEEDS),
  ),
);

/** The query parameters that prefill the wizard. Unknown and malformed values are ignored and never an error. */
export const Prefill = v.object({
  p: optionalText(TEXT_MAX_LENGTH),
  d: optionalText(TEXT_MAX_LENGTH),
  pLat: degrees,
  pLng: degrees,
  dLat: degrees,
  dLng: degrees,
  c: oneOf(CATEGORY_KEYS),
  /** Preferred date (YYYY-MM-DD) and time (HH:MM) of a move. */
  pmd: date,
  pmt: time,
  isMP: flag,
  isVL: flag,
  s: optionalText(NOTE_MAX_LENGTH),
  o: speed,
  isP: flag,
  isF: flag,
});
export type Prefill = v.InferOutput<typeof Prefill>;

/** Whether a link has at least one valid parameter. */
export function isPrefilled(prefill: Prefill): boolean {
  return Object.values(prefill).some((value) => value !== undefined);
}

/** The fields of a draft that starts from a link: its parameters over `base`. */
export function prefilledFields(prefill: Prefill, base: DraftFields = DEFAULT_FIELDS): DraftFields {
  const extras = {
    category: prefill.c,
    date: prefill.pmd,
    time: prefill.pmt,
    morePeople: prefill.isMP,
    vanWithLift: prefill.isVL,
  };
  return {
    ...base,
    pickUp: placeFrom(prefill.p, prefill.pLat, prefill.pLng) ?? base.pickUp,
    dropOff: placeFrom(prefill.d, prefill.dLat, prefill.dLng) ?? base.dropOff,
    instructions: withExtras(extras, prefill.s ?? base.instructions).slice(0, NOTE_MAX_LENGTH),
    speed: prefill.o ?? base.speed,
    isPriority: prefill.isP ?? base.isPriority,
    isFragile: prefill.isF ?? base.isFragile,
  };
}

/** Coordinates without a name are ignored, because nobody could read which place was chosen. */
function placeFrom(
  name: string | undefined,
  latitude: number | undefined,
  longitude: number | undefined,
): DraftPlace | undefined {
  if (name === undefined) return undefined;
  const coordinates = coordinatesOf({ latitude, longitude });
  return {
    name,
    chosen: coordinates && { ...coordinates, city: '', postalCode: '', country: '' },
  };
}

/** Whether the calendar has this day: "2026-02-30" has the right format but does not exist. */
function isRealDay(iso: string): boolean {
  const day = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(iso);
}
