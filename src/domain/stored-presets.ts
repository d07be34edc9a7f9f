import {
  CUSTOM_KEY,
  DEFAULT_PRESETS,
  LIGHT_WEIGHT,
  offeredSizes,
  offeredWeights,
  STANDARD_SIZE,
} from '../contract/presets.ts';
import type { DraftFields } from './draft.ts';

/** The fields of a stored draft; a preset whose measurements are unknown becomes the default. */
export function withKnownPresets(fields: DraftFields): DraftFields {
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
