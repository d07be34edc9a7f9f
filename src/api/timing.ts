/** The delays between attempts to send a request. The last one repeats. */
export const OUTBOX_BACKOFF_MS: readonly number[] = [1000, 2000, 5000, 15_000, 30_000, 60_000];
/** An attempt without a response is aborted after this time; its outcome is then unknown. */
export const OUTBOX_REQUEST_TIMEOUT_MS = 20_000;
/** A read without a response is aborted after this time; until then it only counts as slow. */
export const READ_TIMEOUT_MS = 60_000;
/** A read that failed although this device has a connection is repeated after these delays. The last one repeats. */
export const READ_RETRY_MS: readonly number[] = [5000, 15_000, 30_000, 60_000];
/** How long the service worker waits for the network before it responds to a read from its cache. */
export const WORKER_NETWORK_TIMEOUT_MS = 3000;

/** Milliseconds until a delay since a time has passed. A clock that was set back since does not prolong it. */
export function remainingMs(since: number, delayMs: number, now = Date.now()): number {
  return since > now ? 0 : Math.max(0, since + delayMs - now);
}
