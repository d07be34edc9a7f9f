export const SEARCH_DEBOUNCE_MS = 300;
export const SKELETON_CARDS = 3;
/** The rows of one page of a long list. A shorter list arrives at once. */
export const LIST_PAGE_SIZE = 100;
/** The cards that a list shows at first, and adds when the user asks for more. */
export const LIST_STEP = 30;
/** Metres. */
export const DIMENSION_STEP = 0.1;
/** Metres; the initial value of each side of a Custom size. */
export const CUSTOM_DIMENSION_DEFAULT = 1;
/** Kilograms. */
export const CUSTOM_WEIGHT_DEFAULT = 30;
/** The limits of a package in the FAQ: kilograms, and metres of length + width + height. */
export const PARCEL_WEIGHT_MAX = 22.7;
export const PARCEL_SIDES_MAX = 3.3;
/** Drop-offs that are farther away get a notice. Both numbers are the same distance. */
export const DELIVERY_RADIUS_MILES = 50;
export const DELIVERY_RADIUS_KM = 80.47;
export const TEMPLATES_MAX = 50;
export const TEMPLATE_NAME_MAX_LENGTH = 60;
