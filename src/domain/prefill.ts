import { INSTRUCTIONS_MAX_LENGTH, NOTE_MAX_LENGTH, TEXT_MAX_LENGTH } from '../contract/constants.ts';
import { DELIVERY_SPEEDS, DELIVERY_TYPE, type DeliverySpeed } from '../contract/delivery-type.ts';
import { cutText, isStorable } from '../contract/storable-text.ts';
import type { DraftFields, DraftPlace } from './draft.ts';
import { DEFAULT_FIELDS } from './draft-defaults.ts';
import { toDraftPlace } from './draft-place.ts';
import { CATEGORY_KEYS, categoryLine } from './instruction-lines.ts';

/** The query parameters that prefill the wizard, as far as they are present and valid. */
export type Prefill = Partial<ReturnType<typeof parsePrefill>>;

/**
 * Reads the query parameters that prefill the wizard. Unknown and malformed values are ignored and never an error. It
 * uses no schema, because the home page runs it before it is hydrated and loads the schemas later.
 */
export function parsePrefill(search: Record<string, unknown>) {
  const read = (name: string) => queryValue(search[name]);
  return {
    p: textUpTo(TEXT_MAX_LENGTH, read('p')),
    d: textUpTo(TEXT_MAX_LENGTH, read('d')),
    pLat: degrees(read('pLat')),
    pLng: degrees(read('pLng')),
    dLat: degrees(read('dLat')),
    dLng: degrees(read('dLng')),
    c: oneOf(CATEGORY_KEYS, read('c')),
    // Preferred date (YYYY-MM-DD) and time (HH:MM) of a move.
    pmd: matching(ISO_DATE, read('pmd'), isRealDay),
    pmt: matching(TIME, read('pmt')),
    isMP: flag(read('isMP')),
    isVL: flag(read('isVL')),
    s: textUpTo(NOTE_MAX_LENGTH, read('s')),
    o: speed(read('o')),
    isP: flag(read('isP')),
    isF: flag(read('isF')),
  };
}

const ISO_DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const TIME = /^([01]?\d|2[0-3]):[0-5]\d( ?[ap]m)?$/i;
const YES = ['true', '1', 'yes'];
const NO = ['false', '0', 'no'];

function queryValue(value: unknown): string | undefined {
  return typeof value === 'string' ? value.trim() || undefined : undefined;
}

function textUpTo(max: number, value: string | undefined): string | undefined {
  return value !== undefined && value.length <= max && isStorable(value) ? value : undefined;
}

function degrees(value: string | undefined): number | undefined {
  const number = Number(value ?? Number.NaN);
  return Number.isFinite(number) ? number : undefined;
}

function matching(
  pattern: RegExp,
  value: string | undefined,
  isValid = (_: string) => true,
): string | undefined {
  return value !== undefined && pattern.test(value) && isValid(value) ? value : undefined;
}

function oneOf<Key extends string>(keys: readonly Key[], value: string | undefined): Key | undefined {
  return keys.find((key) => key === value?.toLowerCase());
}

function flag(value: string | undefined): boolean | undefined {
  const word = oneOf([...YES, ...NO], value);
  return word === undefined ? undefined : YES.includes(word);
}

function speed(value: string | undefined): DeliverySpeed | undefined {
  return DELIVERY_SPEEDS.find((key) => String(DELIVERY_TYPE[key]) === value) ?? oneOf(DELIVERY_SPEEDS, value);
}

export function isPrefilled(prefill: Prefill): boolean {
  return Object.values(prefill).some((value) => value !== undefined);
}

/** The fields of a draft that starts from a link: its parameters over `base`. */
export function prefilledFields(prefill: Prefill, base: DraftFields = DEFAULT_FIELDS): DraftFields {
  const instructions = [
    prefill.c && categoryLine(prefill.c),
    prefill.pmd && `Preferred date: ${prefill.pmd}`,
    prefill.pmt && `Preferred time: ${prefill.pmt}`,
    prefill.isMP && 'Two people needed',
    prefill.isVL && 'Van with lift needed',
    prefill.s ?? base.instructions,
  ];
  return {
    ...base,
    pickUp: placeFrom(prefill.p, prefill.pLat, prefill.pLng) ?? base.pickUp,
    dropOff: placeFrom(prefill.d, prefill.dLat, prefill.dLng) ?? base.dropOff,
    instructions: cutText(instructions.filter(Boolean).join('\n'), INSTRUCTIONS_MAX_LENGTH),
    speed: prefill.o ?? base.speed,
    isPriority: prefill.isP ?? base.isPriority,
    isFragile: prefill.isF ?? base.isFragile,
  };
}

/**
 * Coordinates without a name are ignored, because no one could read which place was chosen. A text field would delete
 * the ends of lines.
 */
function placeFrom(
  name: string | undefined,
  latitude: number | undefined,
  longitude: number | undefined,
): DraftPlace | undefined {
  return name === undefined
    ? undefined
    : toDraftPlace({ name: name.replace(/[\r\n]+/g, ' '), latitude, longitude });
}

/** Whether the calendar has this day: "2026-02-30" has the right format but does not exist. */
function isRealDay(iso: string): boolean {
  const day = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(iso);
}
