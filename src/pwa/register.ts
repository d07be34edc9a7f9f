import { Workbox } from 'workbox-window';
import { useUpdate } from './update.ts';

const UPDATE_CHECK_INTERVAL_MS = 60 * 60_000;
const WAKE_INTERVAL_MS = 1000;

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
  let hasAccepted = false;
  let isReloading = false;
  const reload = () => {
    if (!isReloading) location.reload();
    isReloading = true;
  };

  worker.addEventListener('waiting', () =>
    useUpdate.getState().offer(() => {
      hasAccepted = true;
      worker.messageSkipWaiting();
      wakeActiveWorker();
    }),
  );
  worker.addEventListener('controlling', () => {
    if (hasAccepted) reload();
    else if (!isFirstVisit) useUpdate.getState().offer(reload);
    isFirstVisit = false;
  });

  try {
    await worker.register();
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

/**
 * Chromium re-checks a waiting worker only when the active worker handles an event, which could take minutes. The page
 * therefore posts a message that the active worker ignores, until the page ends.
 */
function wakeActiveWorker(): void {
  setInterval(() => navigator.serviceWorker.controller?.postMessage({ type: 'HURRY' }), WAKE_INTERVAL_MS);
}
