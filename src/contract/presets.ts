import type { Sides } from './rules.ts';

export type SizePreset = Sides & {
  key: string;
  label: string;
  /** The key of the weight that goes with this size until the user picks one; Light if omitted. */
  weight?: string | undefined;
};
export type WeightPreset = {
  key: string;
  label: string;
  /** Kilograms. */
  weight: number;
  /** What weighs about as much, because few people have scales for parcels. */
  example?: string | undefined;
};
/** The sizes and weights of a deployment, besides the named ones of the original product. */
export type Presets = { sizes: SizePreset[]; weights: WeightPreset[] };

/** The named presets of the original product, which every deployment offers. Standard and Light are the defaults. */
export const STANDARD_SIZE: SizePreset = {
  key: 'standard',
  label: 'Standard',
  width: 1.2,
  length: 1,
  height: 1,
};
export const LIGHT_WEIGHT: WeightPreset = { key: 'light', label: 'Light', weight: 30 };
export const HEAVY_WEIGHT: WeightPreset = { key: 'heavy', label: 'Heavy', weight: 100 };
/** The key of values that the user enters. */
export const CUSTOM_KEY = 'custom';

/** The presets of a deployment that configures none. */
export const DEFAULT_PRESETS: Presets = {
  sizes: [
    { key: 'envelope', label: 'Envelope', width: 0.4, length: 0.3, height: 0.1, weight: 'upTo1' },
    { key: 'shoebox', label: 'Shoebox', width: 0.4, length: 0.3, height: 0.2, weight: 'upTo5' },
    { key: 'suitcase', label: 'Suitcase', width: 0.5, length: 0.3, height: 0.8, weight: 'upTo15' },
  ],
  weights: [
    { key: 'upTo1', label: 'Up to 1\u00a0kg', weight: 1, example: 'A book or a shirt' },
    { key: 'upTo5', label: 'Up to 5\u00a0kg', weight: 5, example: 'A full backpack' },
    { key: 'upTo15', label: 'Up to 15\u00a0kg', weight: 15, example: 'A packed suitcase' },
  ],
};

/** All sizes that the wizard offers in addition to Custom, from the smallest to the largest. */
export function offeredSizes({ sizes }: Presets): SizePreset[] {
  const volume = ({ width, length, height }: Sides) => width * length * height;
  return [...sizes, STANDARD_SIZE].sort((a, b) => volume(a) - volume(b));
}

/** All weights that the wizard offers in addition to Custom, from the lightest to the heaviest. */
export function offeredWeights({ weights }: Presets): WeightPreset[] {
  return [...weights, LIGHT_WEIGHT, HEAVY_WEIGHT].sort((a, b) => a.weight - b.weight);
}
