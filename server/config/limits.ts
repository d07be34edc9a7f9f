/** What the server limits, each number once. Times in milliseconds. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const MAX_BODY_BYTES = 256 * 1024;
export const MAX_JSON_DEPTH = 20;

export const TOKEN_LIFETIME_MS = 30 * DAY;
/** From this age on `GET users` answers a fresh token. */
export const TOKEN_RENEW_AFTER_MS = DAY;

export const CODE_LIFETIME_MS = 10 * MINUTE;
export const MAX_CODE_ATTEMPTS = 5;

/** At most `count` within any `windowMs`. */
export type Limit = { name: string; count: number; windowMs: number };

export const LOGIN_LIMIT: Limit = { name: 'login', count: 10, windowMs: 15 * MINUTE };
export const CODE_MAIL_LIMIT: Limit = { name: 'code-mail', count: 5, windowMs: HOUR };
/** Codes asked for by one client for whichever accounts. */
export const CODE_CLIENT_LIMIT: Limit = { name: 'code-client', count: 30, windowMs: HOUR };
export const RECOVERY_LIMIT: Limit = { name: 'recovery', count: 25, windowMs: HOUR };
export const TRACKING_LIMIT: Limit = { name: 'tracking', count: 60, windowMs: MINUTE };
/** Places searched or named for one client: a few people's typing, not a copy of the gazetteer. */
export const GEOCODE_LIMIT: Limit = { name: 'geocode', count: 240, windowMs: MINUTE };
export const REGISTRATION_LIMIT: Limit = { name: 'registration', count: 60, windowMs: HOUR };
export const GUEST_LIMIT: Limit = { name: 'guest', count: 30, windowMs: 10 * MINUTE };

export const JOB_POLL_INTERVAL_MS = 1000;
export const JOB_LEASE_MS = 60_000;
/** A job that runs for longer gives its slot to the next one and may be taken by another process. */
export const JOB_MAX_RUN_MS = 10 * MINUTE;
/** How many jobs of one kind one process runs at once. */
export const JOB_CONCURRENCY = 4;
export const JOB_RETRY_DELAYS_MS: readonly number[] = [5000, 30_000, 2 * MINUTE, 10 * MINUTE, HOUR];
export const JOB_MAX_ATTEMPTS = 12;

export const RECONCILE_INTERVAL_MS = 30_000;
export const MAINTENANCE_INTERVAL_MS = 5 * MINUTE;
export const CLEANUP_INTERVAL_MS = HOUR;
/** How long assets stay in the database after a process of their version was started last. */
export const ASSET_LIFE_DAYS = 60;
export const MAILBOX_RETENTION_MS = 7 * DAY;

/** How long requests that are under way may take after SIGTERM. */
export const SHUTDOWN_GRACE_MS = 9000;

export const SIMULATOR_STEP_MS = 8000;
export const DEMO_TRACKING_REFRESH_MS = 5000;
