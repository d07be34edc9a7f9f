import { Workbox } from 'workbox-window';
import { useUpdate } from './update.ts';

const UPDATE_CHECK_INTERVAL_MS = 60 * 60_000;
const FIRST_WAKE_MS = 1000;
/** How long the old worker may take to end before the page reloads all the same, which ends the reads of the page. */
const ACTIVATION_LIMIT_MS = 15_000;
/** Set by such a reload: the person has accepted the update and is not asked again. */
const ACCEPTED_KEY = 'update-accepted';

/**
 * Registers the worker and offers its updates. The new worker waits until the person accepts it. It then takes control,
 * and the page reloads once. Other tabs are offered the reload and never reload by themselves.
 */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  const worker = new Workbox('/sw.js');
  // The page of a first visit is as new as the worker that takes control of it, even if another page started the
  // installation.
  let isFirstVisit = navigator.serviceWorker.controller === null;
  let hasAccepted = takeAcceptance();
  let isReloading = false;
  const reload = () => {
    if (!isReloading) location.reload();
    isReloading = true;
  };
  const activate = () => {
    worker.messageSkipWaiting();
    wakeActiveWorker();
  };

  worker.addEventListener('waiting', () => {
    if (hasAccepted) return activate();
    useUpdate.getState().offer(() => {
      hasAccepted = true;
      activate();
      setTimeout(() => {
        if (!isReloading) keepAcceptance();
        reload();
      }, ACTIVATION_LIMIT_MS);
    });
  });
  worker.addEventListener('controlling', () => {
    if (hasAccepted) reload();
    else if (!isFirstVisit) useUpdate.getState().offer(reload);
    isFirstVisit = false;
  });

  try {
    const registration = await worker.register();
    // The accepted version took over during the reload. A later one is offered like any other.
    if (!registration?.waiting) hasAccepted = false;
  } catch (error) {
    console.warn('The app works, but not offline: its worker could not be registered', error);
    return;
  }
  setInterval(check, UPDATE_CHECK_INTERVAL_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void check();
  });

  async function check(): Promise<void> {
    try {
      await worker.update();
    } catch {
      // The device is offline. The next check runs after an hour or when the page becomes visible.
    }
  }
}

function keepAcceptance(): void {
  try {
    sessionStorage.setItem(ACCEPTED_KEY, '');
  } catch {
    // Without session storage the person is asked again.
  }
}

function takeAcceptance(): boolean {
  try {
    const isKept = sessionStorage.getItem(ACCEPTED_KEY) !== null;
    sessionStorage.removeItem(ACCEPTED_KEY);
    return isKept;
  } catch {
    return false;
  }
}

/**
 * Chromium re-checks a waiting worker only when the active worker handles an event, which could take minutes. The page
 * therefore posts a message to the active worker until the page ends. The worker also gives up its reads then.
 * The pauses grow, because a worker that is handling a message is not replaced.
 */
function wakeActiveWorker(delayMs = FIRST_WAKE_MS): void {
  setTimeout(() => {
    navigator.serviceWorker.controller?.postMessage({ type: 'PREPARE_TO_END' });
    wakeActiveWorker(2 * delayMs);
  }, delayMs);
}
