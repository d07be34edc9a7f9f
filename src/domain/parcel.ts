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

/** What was typed as a number; a comma serves as well as a point. NaN where there is none. */
export function parseNumber(input: string): number {
  const text = input.trim().replace(',', '.');
  return text === '' ? Number.NaN : Number(text);
}

/** The sides in metres, or undefined while no size is chosen or a custom side is missing or impossible. */
export function sidesOf(fields: ParcelFields): Sides | undefined {
  if (fields.size === 'standard') {
    return { width: STANDARD_SIZE.width, length: STANDARD_SIZE.length, height: STANDARD_SIZE.height };
  }
  if (fields.size !== 'custom') return undefined;
  const [width, length, height] = SIDE_KEYS.map((key) => parseNumber(fields[key]));
  if (width === undefined || length === undefined || height === undefined) return undefined;
  return [width, length, height].every(isValidDimension) ? { width, length, height } : undefined;
}

/** The weight in kilograms, or undefined while none is chosen or the custom one is missing or impossible. */
export function weightOf(fields: ParcelFields): number | undefined {
  if (fields.weight === 'custom') {
    const weight = parseNumber(fields.customWeight);
    return isValidWeight(weight) ? weight : undefined;
  }
  return WEIGHT_PRESETS.find(({ key }) => key === fields.weight)?.weight;
}

/** A custom value after its field was left: what it became, and the sentence if that is not what was typed. */
export type CorrectedInput = { value: string; notice: string | undefined };

/** A side falls back to its default when impossible; one between two steps goes to the nearest. */
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

/** A weight falls back to the first preset when it is not a whole number of kilograms within the limits. */
export function correctWeight(input: string): CorrectedInput {
  if (input.trim() === '') return { value: '', notice: undefined };
  const kilograms = parseNumber(input);
  if (isValidWeight(kilograms)) return { value: String(kilograms), notice: undefined };
  const { weight } = WEIGHT_PRESETS[0];
  return { value: String(weight), notice: `Weight set to ${weight} kg` };
}

/**
 * What a person should know of their own measures that are above the usual limits; they are never refused for that.
 * The ready-made choices are ours, and nothing is said of them. (WIZ-31)
 */
export function parcelNotices(fields: ParcelFields): string[] {
  const weight = fields.weight === 'custom' ? (weightOf(fields) ?? 0) : 0;
  const sides = fields.size === 'custom' ? sidesOf(fields) : undefined;
  const sum = sides ? sides.width + sides.length + sides.height : 0;
  return [
    ...(weight > PARCEL_WEIGHT_MAX
      ? [`Above our usual parcel limit of ${PARCEL_WEIGHT_MAX} kg. You can still send this request.`]
      : []),
    ...(sum > PARCEL_SIDES_MAX + 1e-9
      ? [
          `Width, length and height together are above our usual limit of ${Math.round(PARCEL_SIDES_MAX * 100)} cm. You can still send this request.`,
        ]
      : []),
  ];
}

/** The choice of the wizard that stands for a size of a stored request. */
export function sizeKeyOf(sides: Sides): SizeKey {
  const isStandard = SIDE_KEYS.every((key) => sides[key] === STANDARD_SIZE[key]);
  return isStandard ? 'standard' : 'custom';
}

export function weightKeyOf(kilograms: number): WeightKey {
  return WEIGHT_PRESETS.find(({ weight }) => weight === kilograms)?.key ?? 'custom';
}
