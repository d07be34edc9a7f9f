import { flushDrafts } from '../stores/drafts.ts';
import { checkHealth } from '../use-cases/connectivity/check-health.ts';

const RELOADED_AT_KEY = 'send-reloaded-for-chunk';
/** A second miss within this time is no old page but a broken deployment: then the fault page shows. */
const RELOAD_LOOP_WINDOW_MS = 60_000;
/** Somebody who leaves is gone by then, or stays after all (a download, a link to an app). */
const NAVIGATION_GRACE_MS = 10_000;

let lastUnloadAt = 0;

/** A page that is older than the deployment requests files that are gone: it reloads, once. */
export function reloadOnMissingChunk(): void {
  addEventListener('beforeunload', () => {
    lastUnloadAt = Date.now();
  });
  addEventListener('vite:preloadError', ({ payload }) => {
    // By the browser's own words the router knows such an error, and would reload the page a second time,
    // even without a network.
    payload.message = `A file of the app is missing: ${payload.message}`;
    void reloadOnce();
  });
}

async function reloadOnce(): Promise<void> {
  // Without a network the file is not missing but out of reach, and a reload would mend nothing.
  if (!(await checkHealth())) return;
  await flushDrafts();
  // Firefox ends a page's downloads as soon as somebody leaves it; a reload would keep them here.
  if (Date.now() - lastUnloadAt < NAVIGATION_GRACE_MS) return;
  if (claimReload()) location.reload();
}

/** Without session storage the page never reloads, because an endless reload would be worse. */
function claimReload(): boolean {
  try {
    const reloadedAt = Number(sessionStorage.getItem(RELOADED_AT_KEY));
    sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()));
    return Date.now() - reloadedAt >= RELOAD_LOOP_WINDOW_MS;
  } catch {
    return false;
  }
}
