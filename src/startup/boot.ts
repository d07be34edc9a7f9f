import { configureClient } from '../api/send-call.ts';
import { handleFailure } from '../app/failure-policy.ts';
import { pause } from '../contract/pause.ts';
import { watchPushSubscription } from '../push/watch-push.ts';
import { handleBackForwardCache } from '../pwa/bfcache.ts';
import { watchConnectivity } from '../pwa/connectivity.ts';
import { registerWorker } from '../pwa/register.ts';
import { useApp } from '../stores/app.ts';
import { flushDrafts, syncDraftsAcrossTabs } from '../stores/drafts.ts';
import { hydrateStores } from '../stores/reset.ts';
import { useUser } from '../stores/user.ts';
import { restoreLostFocus } from '../ui/lost-focus.ts';
import { keepSuggestionsAboveKeyboard } from '../ui/on-screen-keyboard.ts';
import { whenIdle } from '../ui/when-idle.ts';
import { reportOutcome } from '../use-cases/connectivity/check-health.ts';
import { loadConfig, waitForConfig } from '../use-cases/connectivity/load-config.ts';
import { startRecordingOnConsent } from '../use-cases/consent/session-recording.ts';
import { startOutbox } from '../use-cases/outbox/outbox.ts';
import { setTownLoader } from '../use-cases/places/offline-towns.ts';
import { startLogOutQueue } from '../use-cases/session/log-out-queue.ts';
import { restoreSession } from '../use-cases/session/session.ts';
import { requestPersistenceOnFirstDraft } from '../use-cases/storage/device-storage.ts';
import { persistRecentRows } from '../use-cases/storage/save-recent-rows.ts';

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

/** An installed app precaches its maps after this time, so that they work offline. */
const MAP_PREFETCH_DELAY_MS = 5000;

/** Starts what may wait until the page is visible: the outbox, the connectivity check and the service worker. */
function startServices(): void {
  startOutbox();
  startLogOutQueue();
  watchPushSubscription();
  syncDraftsAcrossTabs();
  // A phone may end a hidden page without further events.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void flushDrafts();
  });
  requestPersistenceOnFirstDraft();
  startRecordingOnConsent();
  setTownLoader(async () => (await import('../map/cached-map.ts')).loadCachedRegion());
  watchConnectivity();
  keepSuggestionsAboveKeyboard();
  restoreLostFocus();
  // It stores all files of the app, which must not share the connection with those of this page.
  whenIdle(() => void registerWorker());
  if (matchMedia('(display-mode: standalone)').matches)
    setTimeout(precacheMapsQuietly, MAP_PREFETCH_DELAY_MS);
}

/** Code that cannot be fetched now loads with the first map or at the next start. */
function precacheMapsQuietly(): void {
  import('../map/cached-map.ts').then((map) => map.precacheMaps()).catch(() => undefined);
}
