import { drainNow } from '../flows/outbox.ts';
import { probe } from '../flows/probe.ts';
import { useApp } from '../stores/app.ts';

/** While the server cannot be reached, it is asked this often whether it can. */
const PROBE_EVERY_MS = 15_000;

let timer: ReturnType<typeof setInterval> | undefined;

/**
 * Keeps `useApp().isReachable` true to the world. Calls report what they meet; between them the browser's own
 * idea of being online is only a reason to ask.
 */
export function watchConnectivity(): void {
  addEventListener('online', () => void probe());
  addEventListener('offline', () => void probe());
  useApp.subscribe(({ isReachable }, before) => {
    if (isReachable === before.isReachable) return;
    clearInterval(timer);
    if (isReachable) void drainNow();
    else timer = setInterval(probeIfVisible, PROBE_EVERY_MS);
  });
  // A page that the worker has answered believes to be online whatever the network does.
  void probe();
}

/** The person asks: is the server there again? If so, what waits is sent. */
export async function tryToReach(): Promise<void> {
  if (await probe()) await drainNow();
}

function probeIfVisible(): void {
  if (document.visibilityState === 'visible') void probe();
}
