import { describe, expect, test } from 'vitest';
import { DEFAULT_PRESETS, offeredSizes, offeredWeights } from '../../src/contract/presets.ts';
import { isValidDimension } from '../../src/contract/rules.ts';
import { DEFAULT_FIELDS } from '../../src/domain/draft-defaults.ts';
import {
  firstIncompleteStep,
  validateDelivery,
  validateLocations,
  validatePackage,
} from '../../src/domain/draft-rules.ts';
import {
  chooseSize,
  chooseWeight,
  correctSide,
  correctWeight,
  replaceRemovedPresets,
  sidesOf,
  sizeKeyOf,
  sizeName,
  weightKeyOf,
  weightOf,
} from '../../src/domain/parcel.ts';
import { parcelNotices } from '../../src/domain/parcel-notices.ts';

const custom = { ...DEFAULT_FIELDS, size: 'custom' as const, weight: 'custom' as const };
const complete = {
  ...DEFAULT_FIELDS,
  pickUp: { name: 'A', chosen: undefined },
  dropOff: { name: 'B', chosen: undefined },
};

describe('A custom dimension', () => {
  test.each([
    ['0.4', '0.4', undefined],
    ['0,4', '0.4', undefined],
    [' 2 ', '2', undefined],
    ['0.1', '0.1', undefined],
    ['10', '10', undefined],
    ['', '', undefined],
    ['2 m', '2', undefined],
    ['0.05', '0.05', undefined],
    ['10.1', '10.1', undefined],
    ['-1', '-1', undefined],
    ['0', '0', undefined],
    ['1e9', '1e9', undefined],
    ['wide', '1', '"wide" is not a number. Width is now 1 m. Each side: 0.1 to 10 m'],
    ['0.55', '0.6', '0.55 m is rounded to 0.6 m'],
    ['1.23', '1.2', '1.23 m is rounded to 1.2 m'],
  ])('of %j becomes %j on blur (VAL-05)', (typed, value, notice) => {
    expect(correctSide('width', typed)).toEqual({ value, notice });
  });

  test.each(['0.05', '10.1', '-1', '0', '1e9'])('of %j is out of range (VAL-05)', (width) => {
    expect(validatePackage({ ...custom, width })).toEqual({ width: 'Each side: 0.1 to 10 m' });
  });

  test('has a message that names it', () => {
    expect(correctSide('length', 'x').notice).toBe(
      '"x" is not a number. Length is now 1 m. Each side: 0.1 to 10 m',
    );
    expect(correctSide('height', 'x').notice).toBe(
      '"x" is not a number. Height is now 1 m. Each side: 0.1 to 10 m',
    );
  });
});

describe('A custom weight', () => {
  test.each([
    ['45', '45', undefined],
    ['1', '1', undefined],
    ['1000', '1000', undefined],
    ['1,000', '1000', undefined],
    ['1 000', '1000', undefined],
    ['1\u202f000 kg', '1000', undefined],
    ['45 kg', '45', undefined],
    ['', '', undefined],
    ['2.5', '3', '2.5 kg is rounded up to 3 kg'],
    ['2,5 kg', '3', '2.5 kg is rounded up to 3 kg'],
    ['0.2', '1', '0.2 kg is rounded up to 1 kg'],
    ['999.5', '1000', '999.5 kg is rounded up to 1000 kg'],
    ['0', '0', undefined],
    ['1001', '1001', undefined],
    ['1,500', '1,500', undefined],
    ['-2', '-2', undefined],
    ['heavy', '30', '"heavy" is not a number. Weight is now 30 kg. Whole kilograms, 1 to 1,000'],
    [
      'very '.repeat(20),
      '30',
      '"very very very very very very …" is not a number. Weight is now 30 kg. Whole kilograms, 1 to 1,000',
    ],
  ])('of %j becomes %j on blur (VAL-06)', (typed, value, notice) => {
    expect(correctWeight(typed)).toEqual({ value, notice });
  });

  test.each(['0', '1001', '1,500', '-2', '1000.5'])('of %j is out of range (VAL-06)', (customWeight) => {
    expect(validatePackage({ ...custom, customWeight })).toEqual({
      customWeight: 'Whole kilograms, 1 to 1,000',
    });
  });
});

describe('The dimensions of a parcel', () => {
  test('are known for standard and the presets', () => {
    expect(sidesOf(DEFAULT_FIELDS)).toEqual({ width: 1.2, length: 1, height: 1 });
    expect(weightOf(DEFAULT_FIELDS)).toBe(30);
    expect(weightOf({ ...DEFAULT_FIELDS, weight: 'heavy' })).toBe(100);
  });

  test('start as a cube of one meter and 30 kg for a custom parcel', () => {
    expect(sidesOf(custom)).toEqual({ width: 1, length: 1, height: 1 });
    expect(weightOf(custom)).toBe(30);
  });

  test('are missing for an invalid custom value', () => {
    expect(sidesOf({ ...custom, height: '11' })).toBeUndefined();
    expect(weightOf({ ...custom, customWeight: '0.5' })).toBeUndefined();
  });
});

describe('Notices about size and weight', () => {
  const custom = { ...DEFAULT_FIELDS, size: 'custom', weight: 'custom', customWeight: '22' } as const;
  const sides = { width: '1.1', length: '1.1', height: '1.1' };

  test('are not shown within the usual limits (WIZ-31)', () => {
    expect(parcelNotices({ ...custom, ...sides })).toEqual([]);
    expect(parcelNotices({ ...DEFAULT_FIELDS, weight: 'upTo15' })).toEqual([]);
  });

  test('are shown separately for too heavy and too long (WIZ-31)', () => {
    expect(parcelNotices({ ...custom, ...sides, width: '1.2' })).toEqual([
      'Width, length and height add up to more than our usual limit of 130 inches (330 cm). You can still send this request.',
    ]);
    const tooHeavy =
      'This is above our usual package limit of 50 pounds (22.7 kg). You can still send this request.';
    expect(parcelNotices({ ...custom, ...sides, customWeight: '23' })).toEqual([tooHeavy]);
    // The weight counts, whichever tile it has.
    expect(parcelNotices({ ...DEFAULT_FIELDS, weight: 'light' })).toEqual([tooHeavy]);
    expect(parcelNotices({ ...DEFAULT_FIELDS, weight: 'heavy' })).toEqual([tooHeavy]);
  });
});

describe('The required fields', () => {
  test('include both places', () => {
    expect(validateLocations(DEFAULT_FIELDS)).toEqual({
      pickUp: 'Pickup location is required',
      dropOff: 'Drop-off location is required',
    });
  });

  test('include a size, each custom side, and a weight (VAL-04)', () => {
    expect(validatePackage({ ...DEFAULT_FIELDS, size: undefined, weight: undefined })).toEqual({
      size: 'Package size is required',
      weight: 'Package weight is required',
    });
    expect(validatePackage({ ...custom, width: '', length: ' ', height: '', customWeight: '' })).toEqual({
      width: 'Package size width is required',
      length: 'Package size length is required',
      height: 'Package size height is required',
      customWeight: 'Package weight is required',
    });
  });

  test('include a delivery type', () => {
    expect(validateDelivery({ speed: undefined })).toEqual({ speed: 'Delivery type is required' });
  });

  test('determine the first incomplete step', () => {
    expect(firstIncompleteStep(DEFAULT_FIELDS)).toBe('locations');
    expect(firstIncompleteStep({ ...complete, size: undefined })).toBe('package');
    expect(firstIncompleteStep({ ...complete, speed: undefined })).toBe('delivery');
    expect(firstIncompleteStep(complete)).toBe('summery');
  });
});

describe('A preset', () => {
  test.each(offeredSizes(DEFAULT_PRESETS))(
    '$label is recognized by its sides, which are within the limits (WIZ-42)',
    (preset) => {
      const sides = sidesOf({ ...DEFAULT_FIELDS, size: preset.key });
      expect(sides && sizeKeyOf(sides, DEFAULT_PRESETS)).toBe(preset.key);
      expect(Object.values(sides ?? {}).every(isValidDimension)).toBe(true);
    },
  );

  test.each(offeredWeights(DEFAULT_PRESETS))(
    'weight of $weight kg is recognized (WIZ-42)',
    ({ key, weight }) => {
      expect(weightOf({ ...DEFAULT_FIELDS, weight: key })).toBe(weight);
      expect(weightKeyOf(weight, DEFAULT_PRESETS)).toBe(key);
    },
  );
});

describe('The presets of a deployment', () => {
  const pallet = { key: 'pallet', label: 'Pallet', width: 1.2, length: 0.8, height: 1.5 };
  const presets = { sizes: [pallet], weights: [{ key: 'sack', label: 'Sack', weight: 50 }] };
  const chosen = {
    ...DEFAULT_FIELDS,
    ...chooseSize('pallet', presets),
    ...chooseWeight('sack', presets),
  };

  test('are offered together with Standard, Light and Heavy, in the order of their size (PRD-70)', () => {
    expect(offeredSizes(presets).map(({ label }) => label)).toEqual(['Standard', 'Pallet']);
    expect(offeredWeights(presets).map(({ label }) => label)).toEqual(['Light', 'Sack', 'Heavy']);
    expect(sizeKeyOf(pallet, presets)).toBe('pallet');
    expect(sizeName(pallet, presets)).toBe('Pallet');
    expect(weightKeyOf(50, presets)).toBe('sack');
  });

  test('give a draft its measurements (PRD-70)', () => {
    expect(sidesOf(chosen)).toEqual({ width: 1.2, length: 0.8, height: 1.5 });
    expect(weightOf(chosen)).toBe(50);
    expect(replaceRemovedPresets(chosen, presets)).toEqual({});
    expect({ ...chosen, ...chooseSize('standard', presets), ...chooseWeight('light', presets) }).toEqual(
      DEFAULT_FIELDS,
    );
  });

  test('become custom values with the same measurements in a draft when they are removed or changed (PRD-71)', () => {
    const custom = { size: 'custom', width: '1.2', length: '0.8', height: '1.5', presetSides: undefined };
    expect(replaceRemovedPresets(chosen, DEFAULT_PRESETS)).toEqual({
      ...custom,
      weight: 'custom',
      customWeight: '50',
      presetWeight: undefined,
    });
    const changed = { sizes: [{ ...pallet, height: 2 }], weights: presets.weights };
    expect(replaceRemovedPresets(chosen, changed)).toEqual(custom);
    const after = { ...chosen, ...replaceRemovedPresets(chosen, DEFAULT_PRESETS) };
    expect([sidesOf(after), weightOf(after)]).toEqual([sidesOf(chosen), weightOf(chosen)]);
  });

  test('do not affect the measurements of a draft that an earlier version has stored (PRD-71)', () => {
    const stored = { ...DEFAULT_FIELDS, size: 'envelope', weight: 'upTo5' };
    expect(replaceRemovedPresets(stored, presets)).toMatchObject({
      size: 'custom',
      height: '0.1',
      customWeight: '5',
    });
    expect(replaceRemovedPresets(stored, DEFAULT_PRESETS)).toEqual({});
  });
});
