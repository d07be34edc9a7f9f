import { configureClient } from '../api/send-call.ts';
import { handleFailure } from '../app/failure-policy.ts';
import { pause } from '../contract/pause.ts';
import { handleBackForwardCache } from '../pwa/bfcache.ts';
import { useApp } from '../stores/app.ts';
import { hydrateStores } from '../stores/reset.ts';
import { useUser } from '../stores/user.ts';
import { reportOutcome } from '../use-cases/connectivity/check-health.ts';
import { loadConfig, waitForConfig } from '../use-cases/connectivity/load-config.ts';
import { restoreSession } from '../use-cases/session/session.ts';
import { persistRecentRows } from '../use-cases/storage/save-recent-rows.ts';
import { startServices } from './services.ts';

/** A device that reads its stored data slowly must not delay the calls. */
const HYDRATION_TIMEOUT_MS = 2000;
const PAINT_TIMEOUT_MS = 1000;

/** Starts everything that a page needs after hydration. */
export function startAfterHydration(): void {
  startApp();
  runAfterPaint(startServices);
}

/** Starts the session, the stored data, the configuration of the deployment and the API client, without waiting. */
export function startApp(): void {
  handleBackForwardCache();
  const hydration = hydrateStores();
  void hydration.then(persistRecentRows);
  const hydrationWait = Promise.race([hydration, pause(HYDRATION_TIMEOUT_MS)]);
  configureClient({
    baseUrls: async () => {
      // A repeated visit uses the stored configuration and does not wait for the fetched one, if the device reads it
      // quickly.
      await hydrationWait;
      await waitForConfig();
      return useApp.getState().config;
    },
    session: () => {
      const { user } = useUser.getState();
      return user ? { token: user.jwtToken, account: user.email.toLowerCase() } : undefined;
    },
    takeEarlyResponse,
    onFailure: handleFailure,
    onReachability: reportOutcome,
  });
  restoreSession();
  void loadConfig(takeEarlyResponse('/config.json'));
}

/** What the script in the head of the document has requested. */
function takeEarlyResponse(url: string): Promise<Response> | undefined {
  const request = window.earlyRequests?.get(url);
  window.earlyRequests?.delete(url);
  return request;
}

/** The paint is done after two frames. A page in the background has no frames, and must not wait for them. */
function runAfterPaint(work: () => void): void {
  let hasRun = false;
  const runOnce = () => {
    if (!hasRun) work();
    hasRun = true;
  };
  requestAnimationFrame(() => requestAnimationFrame(runOnce));
  setTimeout(runOnce, PAINT_TIMEOUT_MS);
}
