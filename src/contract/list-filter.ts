/** The tabs of My Deliveries and of a customer's tracking page. */
export const LIST_TABS = ['active', 'past'] as const;
export const TRACKING_TABS = ['all', 'accepted', 'scheduled', 'inTransit', 'delivered'] as const;
export type ListTab = (typeof LIST_TABS)[number];
export type TrackingTab = (typeof TRACKING_TABS)[number];

/** The parts of a customer's list of deliveries that the app shows, as the query parameter `filter` names them. */
export const LIST_FILTERS = [...LIST_TABS, ...TRACKING_TABS];
export type ListFilter = ListTab | TrackingTab;
