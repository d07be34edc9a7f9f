/** The keys of the four steps. "summery" is quoted literally from the specification. */
export const WIZARD_STEPS = ['locations', 'package', 'delivery', 'summery'] as const;
export type WizardStep = (typeof WIZARD_STEPS)[number];
export const STEP_LABELS: Record<WizardStep, string> = {
  locations: 'Locations',
  package: 'Package',
  delivery: 'Delivery',
  summery: 'Summary',
};

/** The two ends of a route, by the names that they have in a draft. */
export const ROUTE_END_KEYS = ['pickUp', 'dropOff'] as const;
export type RouteEndKey = (typeof ROUTE_END_KEYS)[number];

/** `field` labels the input and is quoted by the specification; `name` is used inside sentences. */
export const ROUTE_END_LABELS: Record<RouteEndKey, { field: string; name: string }> = {
  pickUp: { field: 'Pick-up Location', name: 'pick-up' },
  dropOff: { field: 'Drop-off Location', name: 'drop-off' },
};
