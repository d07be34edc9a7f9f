import { pause } from '../contract/pause.ts';
import { useApp } from '../stores/app.ts';
import { checkHealth, noteLoss } from '../use-cases/connectivity/check-health.ts';
import { drainNow } from '../use-cases/outbox/outbox.ts';

/** When the browser reports a lost network, the app shows it after this time, unless a server responds before. */
const OFFLINE_GRACE_MS = 500;
/**
 * While no server responds or the browser reports a lost network, the health check is repeated after these delays, then
 * every `RECHECK_MS` for a minute, and then every `RECHECK_LATER_MS`.
 */
const RECHECK_FIRST_MS: readonly number[] = [500, 1000];
const RECHECK_MS = 2000;
const RECHECK_LATER_MS = 15_000;

/** After this many checks without a response the interval becomes longer. */
const MANY_CHECKS = 30;

let timer: ReturnType<typeof setTimeout> | undefined;
let checks = 0;

/**
 * Updates `useApp().isReachable`. Calls report which server responded. Between calls, events of the browser decide when
 * to check. Each change starts a drain: a loss marks the waiting requests, a reconnection sends them.
 */
export function watchConnectivity(): void {
  addEventListener('online', () => {
    void checkHealth(true);
    recheckSoon();
  });
  addEventListener('offline', () => void checkLoss());
  document.addEventListener('visibilitychange', () => {
    if (isInDoubt() && isVisible()) recheckSoon();
  });
  useApp.subscribe((now, before) => {
    const isChanged =
      now.isReachable !== before.isReachable || now.needsNetworkSignIn !== before.needsNetworkSignIn;
    if (!isChanged) return;
    recheckSoon();
    void drainNow();
  });
  // A page that the worker served from its cache starts as if it were online, whatever the network does.
  if (!navigator.onLine) void checkLoss();
  else {
    endOpening();
    void checkHealth();
  }
  // A call may have noticed a loss before this subscription existed.
  recheckSoon();
}

/** Checks on request of the user whether the server responds again. If it does, waiting requests are sent. */
export async function retryConnection(): Promise<void> {
  if (await checkHealth(true)) await drainNow();
}

/**
 * Handles the offline event of the browser. The event may be wrong, and then the check succeeds quickly. A check on a
 * lost network may take long to fail (a stopped worker, a busy device), so the offline state does not wait for it. A
 * network that is being lost may still let this check succeed, so the checks continue while the browser reports a loss.
 */
async function checkLoss(): Promise<void> {
  let isAnswered = false;
  recheckSoon();
  void checkHealth(true).then((isHealthy) => {
    isAnswered = isHealthy;
    if (isHealthy) endOpening();
  });
  await pause(OFFLINE_GRACE_MS);
  if (!isAnswered && !navigator.onLine) noteLoss();
  // The banner has been rendered by then, and stays where it is.
  setTimeout(endOpening);
}

/** The connection of the opened page is known; see app/OfflineBanner.tsx. */
function endOpening(): void {
  delete document.documentElement.dataset.offline;
}

function isInDoubt(): boolean {
  const { isReachable, needsNetworkSignIn } = useApp.getState();
  return !isReachable || needsNetworkSignIn || !navigator.onLine;
}

function recheckSoon(): void {
  checks = 0;
  planRecheck();
}

function planRecheck(): void {
  clearTimeout(timer);
  timer = undefined;
  if (!isInDoubt()) return;
  const wait = RECHECK_FIRST_MS[checks] ?? (checks < MANY_CHECKS ? RECHECK_MS : RECHECK_LATER_MS);
  timer = setTimeout(async () => {
    checks += 1;
    if (isVisible()) await checkHealth();
    planRecheck();
  }, wait);
}

function isVisible(): boolean {
  return document.visibilityState === 'visible';
}
