import type { Outcome } from '../../api/client.ts';
import { type Health, requestHealth } from '../../api/health.ts';
import { pause } from '../../contract/pause.ts';
import { useApp } from '../../stores/app.ts';

/** A user who waits for the outcome of a submit waits at most this long for a health check. */
const CHECK_TIMEOUT_MS = 1000;

/** When this device was last found to be without a network, as a time of `performance.now()`. */
let lostAt = Number.NEGATIVE_INFINITY;
/** Where the response to the last API call since then came from. */
let lastResponder: Outcome['respondedBy'] | undefined;
let running: { controller: AbortController; result: Promise<boolean> } | undefined;

/**
 * Checks whether a server responds, and updates the app's state. Concurrent calls share one check.
 * @param isFresh the network may have changed: a running check is replaced, and its callers get the new result
 */
export function checkHealth(isFresh = false): Promise<boolean> {
  if (isFresh) {
    running?.controller.abort();
    running = undefined;
  }
  if (running === undefined) {
    const controller = new AbortController();
    running = { controller, result: check(controller) };
  }
  return running.result;
}

async function check(controller: AbortController): Promise<boolean> {
  const { apiBase, hookBase } = useApp.getState().config;
  const bases = [apiBase, hookBase].map((base) => new URL(base, location.origin).href);
  const health = await requestHealth(bases, controller.signal);
  if (controller.signal.aborted) return checkHealth();
  running = undefined;
  applyHealth(health);
  return health === 'reachable';
}

function applyHealth(health: Health): void {
  const { setReachable, setNeedsNetworkSignIn } = useApp.getState();
  switch (health) {
    case 'reachable':
      setNeedsNetworkSignIn(false);
      setReachable(true);
      break;
    case 'captivePortal':
      setNeedsNetworkSignIn(true);
      setReachable(true);
      break;
    case 'unreachable':
      noteLoss();
      break;
    case 'slow':
      // Slow is not offline, unless a call has failed as well or the browser reports a lost network.
      if (lastResponder === 'none' || !navigator.onLine) noteLoss();
  }
}

/** Records that no server responds. Responses to earlier calls may still arrive and do not prove a connection. */
export function noteLoss(): void {
  lostAt = performance.now();
  lastResponder = undefined;
  const { setReachable, setNeedsNetworkSignIn } = useApp.getState();
  setNeedsNetworkSignIn(false);
  setReachable(false);
}

/** Updates the state after a call. A failed call alone proves nothing, because an extension may have blocked it. */
export function reportOutcome({ base, respondedBy, isPage = false, startedAt }: Outcome): void {
  const { isReachable, setReachable, setNeedsNetworkSignIn } = useApp.getState();
  const isCurrent = startedAt > lostAt;
  if (base === 'api' && isCurrent) lastResponder = respondedBy;
  const hasResponse = respondedBy === 'server' || respondedBy === 'intermediary';
  // A response to a call from before the loss proves nothing, and a page may be a captive portal's: a check decides.
  if (!hasResponse || isPage || (!isCurrent && !isReachable)) {
    void checkHealth();
    return;
  }
  if (!isCurrent) return;
  if (respondedBy === 'server' && base === 'api') setNeedsNetworkSignIn(false);
  setReachable(true);
}

/**
 * Whether a server responds. Waits up to a second for a running health check.
 * @param isPatient waits until the check has ended
 */
export async function isReachableNow(isPatient?: boolean): Promise<boolean> {
  await (isPatient ? running?.result : Promise.race([running?.result, pause(CHECK_TIMEOUT_MS)]));
  return useApp.getState().isReachable;
}
