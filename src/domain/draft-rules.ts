import { DIMENSION_MAX, DIMENSION_MIN, WEIGHT_MAX, WEIGHT_MIN } from '../contract/constants.ts';
import { isValidDimension } from '../contract/rules.ts';
import type { DraftFields, WizardStep } from './draft.ts';
import { parseNumber, SIDE_KEYS, sidesOf, weightOf } from './parcel.ts';

/** The sentence for each field that keeps a step from being complete, in the order of the fields. */
export type FieldErrors = Partial<Record<keyof DraftFields, string>>;

export function validateLocations({ pickUp, dropOff }: Pick<DraftFields, 'pickUp' | 'dropOff'>): FieldErrors {
  return {
    ...(pickUp.name.trim() === '' ? { pickUp: 'Pickup location is required' } : {}),
    ...(dropOff.name.trim() === '' ? { dropOff: 'Drop-off location is required' } : {}),
  };
}

export function validatePackage(
  fields: Pick<DraftFields, 'size' | 'width' | 'length' | 'height' | 'weight' | 'customWeight'>,
): FieldErrors {
  const errors: FieldErrors = {};
  if (fields.size === undefined) errors.size = 'Package size is required';
  if (fields.size === 'custom' && sidesOf(fields) === undefined) {
    for (const key of SIDE_KEYS) {
      if (fields[key].trim() === '') errors[key] = `Package size ${key} is required`;
      else if (!isValidDimension(parseNumber(fields[key])))
        errors[key] = `Between ${DIMENSION_MIN} and ${DIMENSION_MAX} m`;
    }
  }
  if (fields.weight === undefined) errors.weight = 'Package weight is required';
  if (fields.weight === 'custom' && weightOf(fields) === undefined) {
    errors.customWeight =
      fields.customWeight.trim() === ''
        ? 'Package weight is required'
        : `Whole kilograms, between ${WEIGHT_MIN} and ${WEIGHT_MAX}`;
  }
  return errors;
}

export function validateDelivery({ speed }: Pick<DraftFields, 'speed'>): FieldErrors {
  return speed === undefined ? { speed: 'Delivery type is required' } : {};
}

const STEP_VALIDATORS: Record<Exclude<WizardStep, 'summery'>, (fields: DraftFields) => FieldErrors> = {
  locations: validateLocations,
  package: validatePackage,
  delivery: validateDelivery,
};

/** Everything that is still missing, with the first step where it is. */
export function firstIncompleteStep(
  fields: DraftFields,
): { step: WizardStep; errors: FieldErrors } | undefined {
  for (const step of ['locations', 'package', 'delivery'] as const) {
    const faults = STEP_VALIDATORS[step](fields);
    if (Object.keys(faults).length > 0) return { step, errors: faults };
  }
  return undefined;
}
