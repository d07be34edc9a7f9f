import * as v from 'valibot';
import { DIMENSION_MAX, DIMENSION_MIN, WEIGHT_MAX, WEIGHT_MIN } from './constants.ts';
import { CUSTOM_KEY, HEAVY_WEIGHT, LIGHT_WEIGHT, offeredWeights, STANDARD_SIZE } from './presets.ts';

const LABEL_MAX_LENGTH = 40;
const PRESETS_MAX = 12;
const RESERVED_KEYS = [STANDARD_SIZE.key, LIGHT_WEIGHT.key, HEAVY_WEIGHT.key, CUSTOM_KEY];

const label = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('must not be empty'),
  v.maxLength(LABEL_MAX_LENGTH, `must be at most ${LABEL_MAX_LENGTH} characters`),
);
/** A stored draft names its preset by this key. */
const key = v.pipe(
  v.string(),
  v.regex(/^[a-z][A-Za-z0-9]{0,39}$/, 'must be up to 40 letters and digits, and begin with a small letter'),
  v.check((name) => !RESERVED_KEYS.includes(name), 'is the key of a size or weight that is always offered'),
);
const metres = v.pipe(v.number(), v.minValue(DIMENSION_MIN), v.maxValue(DIMENSION_MAX));

const sizeEntries = {
  key,
  label,
  width: metres,
  length: metres,
  height: metres,
  weight: v.optional(v.string()),
};
const weightEntries = {
  key,
  label,
  weight: v.pipe(v.number(), v.integer(), v.minValue(WEIGHT_MIN), v.maxValue(WEIGHT_MAX)),
  example: v.optional(label),
};

/** The presets in `/config.json`. */
export const PresetsSchema = v.object({
  sizes: listOf(v.object(sizeEntries)),
  weights: listOf(v.object(weightEntries)),
});

/** The presets in the settings of a business, in which an unknown name is an error. */
export const StrictPresetsSchema = v.pipe(
  v.strictObject({
    sizes: listOf(v.strictObject(sizeEntries)),
    weights: listOf(v.strictObject(weightEntries)),
  }),
  v.check((presets) => {
    const keys = offeredWeights(presets).map((weight) => weight.key);
    return presets.sizes.every(({ weight }) => weight === undefined || keys.includes(weight));
  }, 'has a size whose weight is not the key of one'),
);

function listOf<T extends v.GenericSchema<unknown, { key: string }>>(item: T) {
  return v.pipe(
    v.array(item),
    v.maxLength(PRESETS_MAX, `must have at most ${PRESETS_MAX} entries`),
    v.check((list) => new Set(list.map((one) => one.key)).size === list.length, 'has a key twice'),
  );
}
