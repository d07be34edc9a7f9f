/** The tabs of Delivery Details, as the URL names them. */
export const DETAILS_TABS = ['details', 'timeline', 'map', 'payment'] as const;
export type DetailsTab = (typeof DETAILS_TABS)[number];
