import { OFFLINE_GRACE_MS, RECHECK_FIRST_MS, RECHECK_LATER_MS, RECHECK_MS } from '../contract/constants.ts';
import { useApp } from '../stores/app.ts';
import { checkHealth, noteLoss } from '../use-cases/connectivity/check-health.ts';
import { drainNow } from '../use-cases/outbox/outbox.ts';

/** After this many checks without an answer the next ones come seldom. */
const MANY_CHECKS = 30;

let timer: ReturnType<typeof setTimeout> | undefined;
let checks = 0;

/**
 * Keeps `useApp().isReachable` up to date. Calls report who answered them; between them the browser's events say when
 * to check. Each change is a reason to drain: a loss marks what waits, a return sends it.
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
  // A page that the worker has answered starts as if it were online, whatever the network does.
  if (navigator.onLine) void checkHealth();
  else void checkLoss();
}

/** The person asks whether the server is there again. If it is, what waits is sent. */
export async function retryConnection(): Promise<void> {
  if (await checkHealth(true)) await drainNow();
}

/**
 * The browser reports a lost network. It may be wrong, and then the check is answered within moments; but a check on
 * a lost network may also take long to fail (a stopped worker, a busy device), and nobody waits for that. A network
 * that is going may still answer this check, so the checks go on for as long as the browser reports a loss.
 */
async function checkLoss(): Promise<void> {
  let isAnswered = false;
  recheckSoon();
  void checkHealth(true).then((isHealthy) => {
    isAnswered = isHealthy;
  });
  await new Promise((resolve) => setTimeout(resolve, OFFLINE_GRACE_MS));
  if (!isAnswered && !navigator.onLine) noteLoss();
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
