/** The keys of the Delivery Details tabs, as they appear in the URL. */
export const DETAILS_TABS = ['details', 'timeline', 'map', 'payment'] as const;
export type DetailsTab = (typeof DETAILS_TABS)[number];
