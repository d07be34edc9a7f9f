/**
 * Every number and name that the product defines, with its unit. The defaults of `/config.json` come from here
 * too (see `config.ts`). Source: docs/product.md.
 */
export const ALERT_MS = 4000;
export const ERROR_ALERT_MS = 8000;
export const ALERT_TICK_MS = 20;
export const ALERT_EXIT_MS = 200;
export const GUEST_RELOAD_MS = 4000;
export const CHECKOUT_REDIRECT_MS = 500;
export const SUGGESTION_CLICK_GUARD_MS = 100;
export const SUGGESTION_LIST_MAX_PX = 300;
/** Suggestions are requested once the text is longer than this. */
export const SUGGESTION_AFTER_CHARS = 2;
/** The debounce of requests to the geocoder. */
export const SUGGESTION_DEBOUNCE_MS = 250;
export const SEARCH_DEBOUNCE_MS = 300;
export const ESTIMATE_DEBOUNCE_MS = 400;
export const STILL_TRYING_MS = 8000;
/** A draft is written at most this long after the last key press. */
export const DRAFT_AUTOSAVE_MS = 300;

export const HEADER_PX = 64;
export const SKELETON_CARDS = 3;
export const CONFETTI_PARTICLES = 100;

export const TRACKING_REFRESH_MS = 30 * 60_000;
export const TRACKING_REFRESH_IN_TRANSIT_MS = 15 * 60_000;
export const MANUAL_REFRESH_MIN_MS = 60_000;
/** From this age on a record is shown as stale. */
export const STALE_AFTER_MS = 30 * 60_000;
/** How many looked-up packages a device stores. */
export const TRACKED_PACKAGES_MAX = 20;
/** How long the success page polls for the payment. Each delay is twice the one before. */
export const PAYMENT_CONFIRM_TIMEOUT_MS = 30_000;
export const PAYMENT_CONFIRM_FIRST_DELAY_MS = 1000;
/** A press that pays responds within this time. The server answers earlier, so that a response can still arrive. */
export const PAYMENT_PRESS_TIMEOUT_MS = 10_000;

export const OUTBOX_BACKOFF_MS: readonly number[] = [1000, 2000, 5000, 15_000, 30_000, 60_000];
/** An attempt without a response is aborted after this time; its outcome is then unknown. */
export const OUTBOX_REQUEST_TIMEOUT_MS = 20_000;
/** How many pending requests are sent in parallel. */
export const OUTBOX_PARALLEL = 4;
/** A reconnect sends an entry before its back-off has ended at most once in this time, even on a flaky network. */
export const RECONNECT_RELEASE_MS = 30_000;
/** A read without a response is aborted after this time; until then it only counts as slow. */
export const READ_TIMEOUT_MS = 60_000;
/**
 * A read that failed although this device has a connection is repeated after these delays. The last one repeats.
 */
export const READ_RETRY_MS: readonly number[] = [5000, 15_000, 30_000, 60_000];
/** When the connection is back, a read that has failed is repeated at once, unless it failed less than this ago. */
export const RECONNECTED_RETRY_MS = 1000;
/** A browser opens six connections to a server without HTTP/2. A submit needs one; reads may hold this many. */
export const READS_BESIDE_SUBMIT = 3;
/** A health check without a response is abandoned after this time. */
export const HEALTH_CHECK_MS = 8000;
/** When the browser reports a lost network, the app shows it after this time, unless a server responds before. */
export const OFFLINE_GRACE_MS = 500;
/**
 * While no server responds or the browser reports a lost network, the health check is repeated after these delays, then
 * every `RECHECK_MS` for a minute, and then every `RECHECK_LATER_MS`.
 */
export const RECHECK_FIRST_MS: readonly number[] = [500, 1000];
export const RECHECK_MS = 2000;
export const RECHECK_LATER_MS = 15_000;
/** No Retry-After delays a request for longer than this, because a wrong clock or server may name any time. */
export const RETRY_AFTER_MAX_MS = 3600_000;
/** A request that could not be sent for longer than this is sent only after the person has confirmed it. */
export const OLD_REQUEST_MS = 30 * 24 * 3600_000;
/** Two readings of the clock must agree on the age of a request. They are at least this far apart. */
export const OLD_REQUEST_CHECK_MS = 24 * 3600_000;
/** How many keys of sent requests a device stores, so that no draft of them is sent again. */
export const SENT_KEYS_MAX = 1000;
/** A draft of an account that does not log in again is deleted after this time. */
export const HIDDEN_DRAFT_MS = 30 * 24 * 3600_000;
/** A removed draft is remembered for this time, so that no other tab brings it back. */
export const DRAFT_REMOVAL_MS = 30 * 24 * 3600_000;
/** A log-out that the server did not accept is sent again after this time. */
export const LOG_OUT_RETRY_MS = 60_000;
/** How many years payment records of a deleted account are stored for bookkeeping: Irish tax law requires six. */
export const BOOKKEEPING_YEARS = 7;
/** How long the service worker waits for the network before it responds to a read from its cache. */
export const WORKER_NETWORK_TIMEOUT_MS = 3000;

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

/** Metres. */
/** The rows of one page of a long list. A shorter list arrives at once. */
export const LIST_PAGE_SIZE = 100;
/** The cards that a list shows at first, and adds when a person asks for more. */
export const LIST_STEP = 30;
/** Characters of a search in a long list. */
export const SEARCH_MAX_LENGTH = 100;

export const DIMENSION_MIN = 0.1;
export const DIMENSION_MAX = 10;
export const DIMENSION_STEP = 0.1;
/** Metres; the initial value of each side of a Custom size. */
export const CUSTOM_DIMENSION_DEFAULT = 1;
/** Cubic metres; a smaller volume counts as this. */
export const VOLUME_MIN = 0.01;
/** Kilograms. */
export const WEIGHT_MIN = 1;
export const WEIGHT_MAX = 1000;
export const CUSTOM_WEIGHT_DEFAULT = 30;
/** The limits of a parcel in the FAQ: kilograms, and metres of length + width + height. */
export const PARCEL_WEIGHT_MAX = 22.7;
export const PARCEL_SIDES_MAX = 3.3;

/** Drop-offs that are farther away get a notice. Both numbers are the same distance. */
export const DELIVERY_RADIUS_MILES = 50;
export const DELIVERY_RADIUS_KM = 80.47;
/** After so many failed attempts a package is returned. */
export const MAX_DELIVERY_ATTEMPTS = 3;

export const MAP_CENTRE = { latitude: 53.35, longitude: -6.26 } as const;
export const MAP_ZOOM = 13;
export const MAP_FIT_PADDING_PX = 60;
export const MAP_SINGLE_MARKER_ZOOM_OUT = 2;
/** The highest zoom at which several places are fitted into the view. */
export const MAP_FIT_MAX_ZOOM = 17;
export const MAP_HEIGHT_WIZARD_PX = 260;
export const MAP_HEIGHT_DETAIL_PX = 460;
export const ROUTE_CURVE_SEGMENTS = 10;
export const ROUTE_CURVATURE = 0.18;

/** A map whose tiles have not loaded within this time says that it is simplified. */
export const TILES_SLOW_MS = 4000;
/** A point whose address has not been found within this time is used by its coordinates. */
export const REVERSE_GEOCODE_TIMEOUT_MS = 8000;
/** How many recently chosen places a device stores. */
export const RECENT_PLACES_MAX = 10;
/** How many named templates a person can store on a device. */
export const TEMPLATES_MAX = 50;
export const TEMPLATE_NAME_MAX_LENGTH = 60;
/** How many towns are suggested from the map's data while the geocoder does not respond. */
export const OFFLINE_TOWNS_MAX = 5;

/**
 * Names of the service worker's caches: for viewed map tiles, for the code and data of maps, and for data of an account,
 * which a log-out deletes.
 */
export const TILE_CACHE = 'tiles';
export const MAP_CODE_CACHE = 'map-files';
export const PRIVATE_CACHE = 'private-responses';
/** The message with which a page asks the service worker to fetch files of the app that are no longer cached. */
export const RESTORE_FILES = 'RESTORE_FILES';
/** The value of `app` in every `/config.json`, which tells it from the response of somebody else. */
export const CONFIG_MARKER = 'send';
/** An installed app precaches its maps after this time, so that they work offline. */
export const MAP_PREFETCH_DELAY_MS = 5000;
/** How many viewed map tiles are cached, and for how long if their server sends no max-age. */
export const TILE_CACHE_MAX_ENTRIES = 300;
export const TILE_CACHE_MAX_AGE_MS = 7 * 24 * 3600_000;

export const GEOCODE_CACHE_MS = 30 * 24 * 3600_000;

export const DEFAULT_CURRENCY = 'EUR';

/** The account of the demo data. The server creates it, and the login form offers it, on demo deployments only. */
export const DEMO_ACCOUNT = { email: 'demo@send.example', password: 'demo-parcel' } as const;
