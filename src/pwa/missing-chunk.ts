import { probe } from '../flows/probe.ts';

const RELOADED_AT = 'send-reloaded-for-chunk';
/** A second miss within this time is no old page but a broken deployment: then the fault page shows. */
const AGAIN_MS = 60_000;

/** A page that is older than the deployment asks for files that are gone: it is loaded anew, once. */
export function reloadOnMissingChunk(): void {
  addEventListener('vite:preloadError', () => {
    void reloadOnce();
  });
}

async function reloadOnce(): Promise<void> {
  const reloadedAt = Number(sessionStorage.getItem(RELOADED_AT));
  if (Date.now() - reloadedAt < AGAIN_MS) return;
  // Without a network the file is not missing but out of reach, and a reload would mend nothing.
  if (!(await probe())) return;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  location.reload();
}
