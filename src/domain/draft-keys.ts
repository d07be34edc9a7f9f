import { SIZE_PRESETS, WEIGHT_PRESETS } from '../contract/rules.ts';

/** The keys of the four steps. "summery" is quoted literally from the specification. */
export const WIZARD_STEPS = ['locations', 'package', 'delivery', 'summery'] as const;
export type WizardStep = (typeof WIZARD_STEPS)[number];
export const STEP_LABELS: Record<WizardStep, string> = {
  locations: 'Locations',
  package: 'Package',
  delivery: 'Delivery',
  summery: 'Summary',
};

export const SIZE_KEYS = [...SIZE_PRESETS.map(({ key }) => key), 'custom' as const];
export type SizeKey = (typeof SIZE_KEYS)[number];
export const WEIGHT_KEYS = [...WEIGHT_PRESETS.map(({ key }) => key), 'custom' as const];
export type WeightKey = (typeof WEIGHT_KEYS)[number];
