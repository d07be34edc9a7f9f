/** The numbers and names that the client and the server share, with their units. */
export const TRACKING_REFRESH_MS = 30 * 60_000;
export const TRACKING_REFRESH_IN_TRANSIT_MS = 15 * 60_000;

/** How many years payment records of a deleted account are stored for bookkeeping: Irish tax law requires six. */
export const BOOKKEEPING_YEARS = 7;

export const PASSWORD_MIN_LENGTH = 6;
/** A passphrase fits; a longer text would only cost time to hash. */
export const PASSWORD_MAX_LENGTH = 200;
/** How many of the most common passwords the server rejects. */
export const COMMON_PASSWORD_COUNT = 3000;
export const NAME_MAX_LENGTH = 200;
export const TEXT_MAX_LENGTH = 500;
/** Characters of a place query; no address is longer. */
export const PLACE_QUERY_MAX_LENGTH = 300;
export const NOTE_MAX_LENGTH = 5000;
/** A category that is picked later is a line of the same note. */
export const INSTRUCTIONS_MAX_LENGTH = NOTE_MAX_LENGTH - 50;

/** Characters of a search in a long list. */
export const SEARCH_MAX_LENGTH = 100;

/** Metres. */
export const DIMENSION_MIN = 0.1;
export const DIMENSION_MAX = 10;
/** Cubic metres; a smaller volume counts as this. */
export const VOLUME_MIN = 0.01;
/** Kilograms. */
export const WEIGHT_MIN = 1;
export const WEIGHT_MAX = 1000;

/** Stripe accepts amounts of at most eight digits. */
export const PRICE_MAX_CENTS = 99_999_999;

/** After so many failed attempts a package is returned. */
export const MAX_DELIVERY_ATTEMPTS = 3;

export const MAP_CENTRE = { latitude: 53.35, longitude: -6.26 } as const;
export const MAP_ZOOM = 13;

/** The value of `app` in every `/config.json`, which tells it from any other response. */
export const CONFIG_MARKER = 'send';

export const GEOCODE_CACHE_MS = 30 * 24 * 3600_000;

/** The account of the demo data. The server creates it, and the login form offers it, on demo deployments only. */
export const DEMO_ACCOUNT = { email: 'demo@send.example', password: 'demo-parcel' } as const;
