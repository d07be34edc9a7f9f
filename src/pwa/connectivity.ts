import { drainNow } from '../flows/outbox.ts';
import { useApp } from '../stores/app.ts';

/** While the server cannot be reached, it is asked this often whether it can. */
const PROBE_EVERY_MS = 15_000;
const PROBE_PATIENCE_MS = 8000;

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

/** Asks the server for a sign of life, past every cache. */
export async function probe(): Promise<boolean> {
  const isReachable = await answers();
  useApp.getState().setReachable(isReachable);
  return isReachable;
}

async function answers(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PROBE_PATIENCE_MS);
    const response = await fetch('/healthz', { cache: 'no-store', signal });
    // Any answer of a server will do, also that it knows no such address; a gateway's own word will not.
    return response.status < 502;
  } catch {
    return false;
  }
}

function probeIfVisible(): void {
  if (document.visibilityState === 'visible') void probe();
}
