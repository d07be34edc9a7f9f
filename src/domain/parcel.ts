import {
  CUSTOM_DIMENSION_DEFAULT,
  DIMENSION_STEP,
  PARCEL_SIDES_MAX,
  PARCEL_WEIGHT_MAX,
} from '../contract/constants.ts';
import {
  isValidDimension,
  isValidWeight,
  type Sides,
  STANDARD_SIZE,
  WEIGHT_PRESETS,
} from '../contract/rules.ts';
import type { DraftFields, SizeKey, WeightKey } from './draft.ts';

export type ParcelFields = Pick<
  DraftFields,
  'size' | 'width' | 'length' | 'height' | 'weight' | 'customWeight'
>;
export const SIDE_KEYS = ['width', 'length', 'height'] as const;
export type SideKey = (typeof SIDE_KEYS)[number];
export const SIDE_LABELS: Record<SideKey, string> = { width: 'Width', length: 'Length', height: 'Height' };

/** Parses a typed number with a decimal comma or point; NaN if it is not a number. */
export function parseNumber(input: string): number {
  const text = input.trim().replace(',', '.');
  return text === '' ? Number.NaN : Number(text);
}

/** The sides in metres, or undefined while no size is chosen or a custom side is missing or invalid. */
export function sidesOf(fields: ParcelFields): Sides | undefined {
  if (fields.size === 'standard') {
    return { width: STANDARD_SIZE.width, length: STANDARD_SIZE.length, height: STANDARD_SIZE.height };
  }
  if (fields.size !== 'custom') return undefined;
  const [width, length, height] = SIDE_KEYS.map((key) => parseNumber(fields[key]));
  if (width === undefined || length === undefined || height === undefined) return undefined;
  return [width, length, height].every(isValidDimension) ? { width, length, height } : undefined;
}

/** The weight in kilograms, or undefined while none is chosen or the custom weight is missing or invalid. */
export function weightOf(fields: ParcelFields): number | undefined {
  if (fields.weight === 'custom') {
    const weight = parseNumber(fields.customWeight);
    return isValidWeight(weight) ? weight : undefined;
  }
  return WEIGHT_PRESETS.find(({ key }) => key === fields.weight)?.weight;
}

/** A custom value after its field has lost the focus, with a notice if it is not what was typed. */
export type CorrectedInput = { value: string; notice: string | undefined };

/** An invalid side becomes the default; a side between two steps is rounded to the nearest. */
export function correctSide(key: SideKey, input: string): CorrectedInput {
  if (input.trim() === '') return { value: '', notice: undefined };
  const metres = parseNumber(input);
  if (!isValidDimension(metres)) return correctedSide(key, CUSTOM_DIMENSION_DEFAULT);
  const steps = Math.round(metres / DIMENSION_STEP);
  const stepped = Math.round(steps * DIMENSION_STEP * 10) / 10;
  if (Math.abs(stepped - metres) > 1e-9) return correctedSide(key, stepped);
  return { value: String(metres), notice: undefined };
}

function correctedSide(key: SideKey, metres: number): CorrectedInput {
  return { value: String(metres), notice: `${SIDE_LABELS[key]} set to ${metres} m` };
}

/** A weight that is not a whole number of kilograms within the limits becomes the first preset. */
export function correctWeight(input: string): CorrectedInput {
  if (input.trim() === '') return { value: '', notice: undefined };
  const kilograms = parseNumber(input);
  if (isValidWeight(kilograms)) return { value: String(kilograms), notice: undefined };
  const { weight } = WEIGHT_PRESETS[0];
  return { value: String(weight), notice: `Weight set to ${weight} kg` };
}

/**
 * Notices about custom values above the usual parcel limits. They never block a request, and presets never cause
 * one, because we offer them ourselves. (WIZ-31)
 */
export function parcelNotices(fields: ParcelFields): string[] {
  const weight = fields.weight === 'custom' ? (weightOf(fields) ?? 0) : 0;
  const sides = fields.size === 'custom' ? sidesOf(fields) : undefined;
  const sum = sides ? sides.width + sides.length + sides.height : 0;
  return [
    ...(weight > PARCEL_WEIGHT_MAX
      ? [`This is above our usual parcel limit of ${PARCEL_WEIGHT_MAX} kg. You can still send this request.`]
      : []),
    ...(sum > PARCEL_SIDES_MAX + 1e-9
      ? [
          `Width, length and height add up to more than our usual limit of ${Math.round(PARCEL_SIDES_MAX * 100)} cm. You can still send this request.`,
        ]
      : []),
  ];
}

/** The wizard's size option for the sides of a request, which has no field for the preset. */
export function sizeKeyOf(sides: Sides): SizeKey {
  const isStandard = SIDE_KEYS.every((key) => sides[key] === STANDARD_SIZE[key]);
  return isStandard ? 'standard' : 'custom';
}

export function weightKeyOf(kilograms: number): WeightKey {
  return WEIGHT_PRESETS.find(({ weight }) => weight === kilograms)?.key ?? 'custom';
}
