import { useApp } from '../stores/app.ts';
import { checkHealth } from '../use-cases/connectivity/check-health.ts';
import { drainNow } from '../use-cases/outbox/outbox.ts';

/** While the server cannot be reached, it is asked this often whether it can. */
const HEALTH_CHECK_INTERVAL_MS = 15_000;

let timer: ReturnType<typeof setInterval> | undefined;

/**
 * Keeps `useApp().isReachable` true to the world. Calls report what they meet; between them the browser's own
 * idea of being online is only a reason to ask.
 */
export function watchConnectivity(): void {
  addEventListener('online', () => void checkHealth());
  addEventListener('offline', () => void checkHealth());
  useApp.subscribe(({ isReachable }, before) => {
    if (isReachable === before.isReachable) return;
    clearInterval(timer);
    if (isReachable) void drainNow();
    else timer = setInterval(checkHealthIfVisible, HEALTH_CHECK_INTERVAL_MS);
  });
  // A page that the worker has answered believes to be online whatever the network does.
  void checkHealth();
}

/** The person asks: is the server there again? If so, what waits is sent. */
export async function retryConnection(): Promise<void> {
  if (await checkHealth()) await drainNow();
}

function checkHealthIfVisible(): void {
  if (document.visibilityState === 'visible') void checkHealth();
}
