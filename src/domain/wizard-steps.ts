/** The keys of the four steps. "summery" is quoted literally from the specification. */
export const WIZARD_STEPS = ['locations', 'package', 'delivery', 'summery'] as const;
export type WizardStep = (typeof WIZARD_STEPS)[number];
export const STEP_LABELS: Record<WizardStep, string> = {
  locations: 'Locations',
  package: 'Package',
  delivery: 'Delivery',
  summery: 'Summary',
};
