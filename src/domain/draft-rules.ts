import { DIMENSION_MAX, DIMENSION_MIN, WEIGHT_MAX, WEIGHT_MIN } from '../contract/constants.ts';
import { isValidDimension } from '../contract/rules.ts';
import type { DraftFields, WizardStep } from './draft.ts';
import { SIDE_KEYS, sidesOf, typedNumber, weightOf } from './parcel.ts';

/** The sentence for each field that keeps a step from being complete, in the order of the fields. */
export type Faults = Partial<Record<keyof DraftFields, string>>;

export function locationFaults({ pickUp, dropOff }: Pick<DraftFields, 'pickUp' | 'dropOff'>): Faults {
  return {
    ...(pickUp.name.trim() === '' ? { pickUp: 'Pickup location is required' } : {}),
    ...(dropOff.name.trim() === '' ? { dropOff: 'Drop-off location is required' } : {}),
  };
}

export function packageFaults(
  fields: Pick<DraftFields, 'size' | 'width' | 'length' | 'height' | 'weight' | 'customWeight'>,
): Faults {
  const faults: Faults = {};
  if (fields.size === undefined) faults.size = 'Package size is required';
  if (fields.size === 'custom' && sidesOf(fields) === undefined) {
    for (const key of SIDE_KEYS) {
      if (fields[key].trim() === '') faults[key] = `Package size ${key} is required`;
      else if (!isValidDimension(typedNumber(fields[key])))
        faults[key] = `Between ${DIMENSION_MIN} and ${DIMENSION_MAX} m`;
    }
  }
  if (fields.weight === undefined) faults.weight = 'Package weight is required';
  if (fields.weight === 'custom' && weightOf(fields) === undefined) {
    faults.customWeight =
      fields.customWeight.trim() === ''
        ? 'Package weight is required'
        : `Whole kilograms, between ${WEIGHT_MIN} and ${WEIGHT_MAX}`;
  }
  return faults;
}

export function deliveryFaults({ speed }: Pick<DraftFields, 'speed'>): Faults {
  return speed === undefined ? { speed: 'Delivery type is required' } : {};
}

const FAULTS_OF: Record<Exclude<WizardStep, 'summery'>, (fields: DraftFields) => Faults> = {
  locations: locationFaults,
  package: packageFaults,
  delivery: deliveryFaults,
};

/** Everything that is still missing, with the first step where it is. */
export function firstIncompleteStep(fields: DraftFields): { step: WizardStep; faults: Faults } | undefined {
  for (const step of ['locations', 'package', 'delivery'] as const) {
    const faults = FAULTS_OF[step](fields);
    if (Object.keys(faults).length > 0) return { step, faults };
  }
  return undefined;
}
