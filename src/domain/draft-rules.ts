import { cleanText } from '../contract/clean-text.ts';
import { INSTRUCTIONS_MAX_LENGTH } from '../contract/constants.ts';
import type { DraftFields } from './draft.ts';
import { formatInteger } from './format.ts';
import { isValidSide, SIDE_KEYS, SIDE_RANGE, WEIGHT_RANGE, weightOf } from './parcel.ts';
import type { WizardStep } from './wizard-steps.ts';

/** The error message of each field that is missing or invalid, in the order of the fields. */
export type FieldErrors = Partial<Record<keyof DraftFields, string>>;

export function validateLocations({ pickUp, dropOff }: Pick<DraftFields, 'pickUp' | 'dropOff'>): FieldErrors {
  return {
    ...(cleanText(pickUp.name) === '' ? { pickUp: 'Pickup location is required' } : {}),
    ...(cleanText(dropOff.name) === '' ? { dropOff: 'Drop-off location is required' } : {}),
  };
}

export function validatePackage(
  fields: Pick<
    DraftFields,
    'size' | 'width' | 'length' | 'height' | 'weight' | 'customWeight' | 'instructions'
  >,
): FieldErrors {
  const errors: FieldErrors = {};
  if (fields.size === undefined) errors.size = 'Package size is required';
  if (fields.size === 'custom') {
    for (const key of SIDE_KEYS) {
      if (fields[key].trim() === '') errors[key] = `Package size ${key} is required`;
      else if (!isValidSide(fields[key])) errors[key] = SIDE_RANGE;
    }
  }
  if (fields.weight === undefined) errors.weight = 'Package weight is required';
  if (fields.weight === 'custom' && weightOf(fields) === undefined) {
    errors.customWeight = fields.customWeight.trim() === '' ? 'Package weight is required' : WEIGHT_RANGE;
  }
  if (fields.instructions.length > INSTRUCTIONS_MAX_LENGTH) {
    errors.instructions = `Use at most ${formatInteger(INSTRUCTIONS_MAX_LENGTH)} characters`;
  }
  return errors;
}

export function validateDelivery({ speed }: Pick<DraftFields, 'speed'>): FieldErrors {
  return speed === undefined ? { speed: 'Delivery type is required' } : {};
}

// "summery" is the specification's literal key of the Summary step.
const STEP_VALIDATORS: Record<Exclude<WizardStep, 'summery'>, (fields: DraftFields) => FieldErrors> = {
  locations: validateLocations,
  package: validatePackage,
  delivery: validateDelivery,
};

/** The first step that is not complete; the summary if all others are. */
export function firstIncompleteStep(fields: DraftFields): WizardStep {
  const hasErrors = (step: keyof typeof STEP_VALIDATORS) =>
    Object.keys(STEP_VALIDATORS[step](fields)).length > 0;
  return (['locations', 'package', 'delivery'] as const).find(hasErrors) ?? 'summery';
}
