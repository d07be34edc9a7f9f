import { probe } from '../flows/probe.ts';
import { flushDrafts } from '../stores/drafts.ts';

const RELOADED_AT = 'send-reloaded-for-chunk';
/** A second miss within this time is no old page but a broken deployment: then the fault page shows. */
const AGAIN_MS = 60_000;

/** A page that is older than the deployment asks for files that are gone: it is loaded anew, once. */
export function reloadOnMissingChunk(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    // By the browser's own words the router knows such an error, and would load the page anew a second time,
    // even without a network.
    payload.message = `A file of the app is missing: ${payload.message}`;
    void reloadOnce();
  });
}

async function reloadOnce(): Promise<void> {
  const reloadedAt = Number(sessionStorage.getItem(RELOADED_AT));
  if (Date.now() - reloadedAt < AGAIN_MS) return;
  // Without a network the file is not missing but out of reach, and a reload would mend nothing.
  if (!(await probe())) return;
  await flushDrafts();
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  location.reload();
}
