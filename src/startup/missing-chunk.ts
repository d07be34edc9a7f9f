import { readOr } from '../device/or-warn.ts';
import { prepareReload } from '../stores/before-reload.ts';
import { FileError } from '../ui/lazy-component.ts';
import { checkHealth } from '../use-cases/connectivity/check-health.ts';

const RELOADED_AT_KEY = 'send-reloaded-for-chunk';
/**
 * A second missing file within this time means a broken deployment and not an old page. The error page is shown then.
 */
const RELOAD_LOOP_WINDOW_MS = 60_000;
/** A user who leaves the page has left by then, or stays after all (a download, a link to an app). */
const NAVIGATION_GRACE_MS = 10_000;

let lastUnloadAt = 0;

/** A page that is older than the deployment requests files that no longer exist. It reloads once. */
export function reloadOnMissingChunk(): void {
  addEventListener('beforeunload', () => {
    lastUnloadAt = Date.now();
  });
  addEventListener('vite:preloadError', ({ payload }) => {
    // The router recognizes such an error by the message of the browser, and would reload the page a second time, even
    // without a network.
    if (!(payload instanceof FileError)) payload.message = `A part of the page is gone: ${payload.message}`;
    // A file that the network did not deliver is requested again by the component that needs it.
    if (payload instanceof FileError && !payload.isMissing) void checkHealth();
    else void reloadOnce();
  });
}

async function reloadOnce(): Promise<void> {
  // Without a network the file is not missing but unreachable, and a reload would not help.
  if (!(await checkHealth())) return;
  await prepareReload();
  // Firefox aborts the downloads of a page as soon as the user leaves it. A reload would prevent the navigation.
  if (Date.now() - lastUnloadAt < NAVIGATION_GRACE_MS) return;
  if (claimReload()) location.reload();
}

/** Without session storage the page never reloads, because an endless reload would be worse. */
function claimReload(): boolean {
  return readOr(false, () => {
    const reloadedAt = Number(sessionStorage.getItem(RELOADED_AT_KEY));
    sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()));
    return Date.now() - reloadedAt >= RELOAD_LOOP_WINDOW_MS;
  });
}
