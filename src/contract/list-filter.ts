/** The parts of a customer's list of deliveries that the app shows, as the query parameter `filter` names them. */
export const LIST_FILTERS = [
  'all',
  'active',
  'past',
  'accepted',
  'scheduled',
  'inTransit',
  'delivered',
] as const;
export type ListFilter = (typeof LIST_FILTERS)[number];
