import { watchPushSubscription } from '../push/watch-push.ts';
import { watchConnectivity } from '../pwa/connectivity.ts';
import { registerWorker } from '../pwa/register.ts';
import { flushDrafts, syncDraftsAcrossTabs } from '../stores/drafts.ts';
import { keepSuggestionsAboveKeyboard } from '../ui/on-screen-keyboard.ts';
import { whenIdle } from '../ui/when-idle.ts';
import { startRecordingOnConsent } from '../use-cases/consent/session-recording.ts';
import { startOutbox } from '../use-cases/outbox/outbox.ts';
import { setTownLoader } from '../use-cases/places/offline-towns.ts';
import { startLogOutQueue } from '../use-cases/session/log-out-queue.ts';
import { requestPersistenceOnFirstDraft } from '../use-cases/storage/device-storage.ts';

/** An installed app precaches its maps after this time, so that they work offline. */
const MAP_PREFETCH_DELAY_MS = 5000;

/** Starts what may wait until the page is visible: the outbox, the connectivity check and the service worker. */
export function startServices(): void {
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
  // It stores all files of the app, which must not share the connection with those of this page.
  whenIdle(() => void registerWorker());
  if (matchMedia('(display-mode: standalone)').matches)
    setTimeout(precacheMapsQuietly, MAP_PREFETCH_DELAY_MS);
}

/** Code that cannot be fetched now loads with the first map or at the next start. */
function precacheMapsQuietly(): void {
  import('../map/cached-map.ts').then((map) => map.precacheMaps()).catch(() => undefined);
}
