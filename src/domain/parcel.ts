import { DIMENSION_MAX, DIMENSION_MIN, WEIGHT_MAX, WEIGHT_MIN } from '../contract/constants.ts';
import { DELIVERY_SPEED_LABELS, DELIVERY_SPEEDS } from '../contract/delivery-type.ts';
import {
  CUSTOM_KEY,
  DEFAULT_PRESETS,
  LIGHT_WEIGHT,
  offeredSizes,
  offeredWeights,
  type Presets,
} from '../contract/presets.ts';
import { isValidDimension, isValidWeight, type Sides } from '../contract/rules.ts';
import type { DraftFields } from './draft.ts';
import { formatInteger, formatVolume, formatWeight } from './format.ts';
import { CUSTOM_DIMENSION_DEFAULT, DIMENSION_STEP } from './limits.ts';

type SizeFields = Pick<DraftFields, 'size' | 'width' | 'length' | 'height' | 'presetSides'>;
type WeightFields = Pick<DraftFields, 'weight' | 'customWeight' | 'presetWeight'>;
export type ParcelFields = SizeFields & WeightFields;
export const SIDE_KEYS = ['width', 'length', 'height'] as const;
type SideKey = (typeof SIDE_KEYS)[number];
export const SIDE_LABELS: Record<SideKey, string> = { width: 'Width', length: 'Length', height: 'Height' };

export function mapSides<T>(toValue: (key: SideKey) => T): Record<SideKey, T> {
  return { width: toValue('width'), length: toValue('length'), height: toValue('height') };
}

/** Parses a typed number with a decimal comma or point and spaces between thousands; NaN if it is not a number. */
export function parseNumber(input: string): number {
  const text = input.replace(/\s/g, '').replace(',', '.');
  return text === '' ? Number.NaN : Number(text);
}

/** Parses a typed side in metres, with or without its unit; NaN if it is not a number. */
function parseMetres(input: string): number {
  return parseNumber(input.replace(/\s*m$/i, ''));
}

/** Parses a typed weight, with or without its unit. "1,000" is a thousand, as the range beside the field writes it. */
function parseKilograms(input: string): number {
  return parseNumber(input.replace(/\s*kg$/i, '').replace(/^(\s*\d),(\d{3}\s*)$/, '$1$2'));
}

/** The sides in metres, or undefined while no size is chosen or a custom side is missing or invalid. */
export function sidesOf(fields: SizeFields): Sides | undefined {
  if (fields.size !== CUSTOM_KEY) {
    // A draft without measurements was stored before presets could be configured.
    const sides = fields.presetSides ?? offeredSizes(DEFAULT_PRESETS).find(({ key }) => key === fields.size);
    return sides && mapSides((key) => sides[key]);
  }
  const sides = mapSides((key) => parseMetres(fields[key]));
  return Object.values(sides).every(isValidDimension) ? sides : undefined;
}

export function isValidSide(input: string): boolean {
  return isValidDimension(parseMetres(input));
}

/** The weight in kilograms, or undefined while none is chosen or the custom weight is missing or invalid. */
export function weightOf(fields: WeightFields): number | undefined {
  if (fields.weight === CUSTOM_KEY) {
    const weight = parseKilograms(fields.customWeight);
    return isValidWeight(weight) ? weight : undefined;
  }
  return (
    fields.presetWeight ?? offeredWeights(DEFAULT_PRESETS).find(({ key }) => key === fields.weight)?.weight
  );
}

/** The range of a custom value, which is shown beside a field whose value cannot be used. */
export const SIDE_RANGE = `Each side: ${DIMENSION_MIN} to ${DIMENSION_MAX} m`;
export const WEIGHT_RANGE = `Whole kilograms, ${WEIGHT_MIN} to ${formatInteger(WEIGHT_MAX)}`;

/** How many characters of an input that cannot be read are repeated beside its field. */
const QUOTED_LENGTH = 30;

/** A custom value after its field has lost the focus, with a notice if it is not what was typed. */
export type CorrectedInput = { value: string; notice: string | undefined };

/**
 * A side between two steps is rounded to the nearest. A number out of range stays, so that the user can correct it;
 * what is no number becomes the default.
 */
export function correctSide(key: SideKey, input: string): CorrectedInput {
  if (input.trim() === '') return { value: '', notice: undefined };
  const metres = parseMetres(input);
  if (Number.isNaN(metres)) {
    const value = String(CUSTOM_DIMENSION_DEFAULT);
    return { value, notice: unreadableNotice(input, `${SIDE_LABELS[key]} is now ${value} m`, SIDE_RANGE) };
  }
  if (!isValidDimension(metres)) return { value: input, notice: undefined };
  const steps = Math.round(metres / DIMENSION_STEP);
  const stepped = Math.round(steps * DIMENSION_STEP * 10) / 10;
  if (Math.abs(stepped - metres) <= 1e-9) return { value: String(metres), notice: undefined };
  return { value: String(stepped), notice: `${metres} m is rounded to ${stepped} m` };
}

/** Rounds a weight up to whole kilograms. One out of range stays to be corrected; what is no number becomes Light. */
export function correctWeight(input: string): CorrectedInput {
  if (input.trim() === '') return { value: '', notice: undefined };
  const kilograms = parseKilograms(input);
  if (Number.isNaN(kilograms)) {
    const { weight } = LIGHT_WEIGHT;
    return {
      value: String(weight),
      notice: unreadableNotice(input, `Weight is now ${weight} kg`, WEIGHT_RANGE),
    };
  }
  const rounded = Math.ceil(kilograms);
  if (!isValidWeight(rounded)) return { value: input, notice: undefined };
  return {
    value: String(rounded),
    notice: rounded === kilograms ? undefined : `${kilograms} kg is rounded up to ${rounded} kg`,
  };
}

function unreadableNotice(input: string, correction: string, range: string): string {
  const letters = [...input.trim()];
  const typed =
    letters.length > QUOTED_LENGTH ? `${letters.slice(0, QUOTED_LENGTH).join('')}…` : letters.join('');
  return `"${typed}" is not a number. ${correction}. ${range}`;
}

/** The wizard's size option for the sides of a request, which has no field for the preset. */
export function sizeKeyOf(sides: Sides, presets: Presets): string {
  return (
    offeredSizes(presets).find((preset) => SIDE_KEYS.every((key) => sides[key] === preset[key]))?.key ??
    CUSTOM_KEY
  );
}

export function weightKeyOf(kilograms: number, presets: Presets): string {
  return offeredWeights(presets).find(({ weight }) => weight === kilograms)?.key ?? CUSTOM_KEY;
}

/**
 * The fields for a chosen size. They contain the sides of a preset that belongs to the deployment, because its operator
 * may change or remove it while the draft waits.
 */
export function chooseSize(size: string, presets: Presets): Pick<SizeFields, 'size' | 'presetSides'> {
  const preset = presets.sizes.find(({ key }) => key === size);
  return { size, presetSides: preset && mapSides((key) => preset[key]) };
}

/** The changes when the user picks a size. The weight goes with the size until they pick another one. */
export function pickSize(
  fields: Pick<DraftFields, 'size' | 'weight'>,
  size: string,
  presets: Presets,
): Partial<ParcelFields> {
  const weightFor = (key: string | undefined) =>
    presets.sizes.find((preset) => preset.key === key)?.weight ?? LIGHT_WEIGHT.key;
  const isPicked = fields.weight !== weightFor(fields.size);
  return {
    ...chooseSize(size, presets),
    ...(!isPicked && chooseWeight(weightFor(size), presets)),
  };
}

/** The fields for a chosen weight; see `chooseSize`. */
export function chooseWeight(
  weight: string,
  presets: Presets,
): Pick<WeightFields, 'weight' | 'presetWeight'> {
  return { weight, presetWeight: presets.weights.find(({ key }) => key === weight)?.weight };
}

/**
 * The changes to a draft whose preset is no longer offered, or has other measurements now: its measurements become
 * custom values, so that the request stays as it was. Without such a preset there are no changes.
 */
export function replaceRemovedPresets(fields: ParcelFields, presets: Presets): Partial<ParcelFields> {
  const sides = isPreset(fields.size) ? sidesOf(fields) : undefined;
  const weight = isPreset(fields.weight) ? weightOf(fields) : undefined;
  const offeredSize = offeredSizes(presets).find(({ key }) => key === fields.size);
  const offeredWeight = offeredWeights(presets).find(({ key }) => key === fields.weight)?.weight;
  return {
    ...(sides === undefined || SIDE_KEYS.every((key) => sides[key] === offeredSize?.[key])
      ? {}
      : { size: CUSTOM_KEY, ...mapSides((key) => String(sides[key])), presetSides: undefined }),
    ...(weight === undefined || weight === offeredWeight
      ? {}
      : { weight: CUSTOM_KEY, customWeight: String(weight), presetWeight: undefined }),
  };
}

function isPreset(key: string | undefined): boolean {
  return key !== undefined && key !== CUSTOM_KEY;
}

/** "Envelope", "Standard" or "Custom". */
export function sizeName(sides: Sides, presets: Presets): string {
  const key = sizeKeyOf(sides, presets);
  return offeredSizes(presets).find((preset) => preset.key === key)?.label ?? 'Custom';
}

/** "Custom, 0.26 m³, 30 kg, Fragile". */
export function packageSummary(
  parcel: Sides & { volume: number; weight: number; isFragile: boolean },
  presets: Presets,
): string {
  return [
    sizeName(parcel, presets),
    formatVolume(parcel.volume),
    formatWeight(parcel.weight),
    ...(parcel.isFragile ? ['Fragile'] : []),
  ].join(', ');
}

/** "Express (Next day) with Priority Handling". A delivery is read on later days too, so it does not say "Today". */
export function speedLabel(request: { deliveryType: number; isPriority: boolean }): string {
  const speed = DELIVERY_SPEEDS[request.deliveryType] ?? 'standard';
  const { name, when } = DELIVERY_SPEED_LABELS[speed];
  return `${name}${speed === 'same-day' ? '' : ` (${when})`}${request.isPriority ? ' with Priority Handling' : ''}`;
}
