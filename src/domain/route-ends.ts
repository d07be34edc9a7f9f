/** The two ends of a route, by the names that they have in a draft. */
export const ROUTE_END_KEYS = ['pickUp', 'dropOff'] as const;
export type RouteEndKey = (typeof ROUTE_END_KEYS)[number];

/** `field` labels the input and is quoted by the specification; `name` is used inside sentences. */
export const ROUTE_END_LABELS: Record<RouteEndKey, { field: string; name: string }> = {
  pickUp: { field: 'Pick-up Location', name: 'pick-up' },
  dropOff: { field: 'Drop-off Location', name: 'drop-off' },
};
