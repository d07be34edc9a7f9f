import { Workbox } from 'workbox-window';
import { useUpdate } from './update.ts';

const UPDATE_CHECK_INTERVAL_MS = 60 * 60_000;
const WAKE_INTERVAL_MS = 1000;

/**
 * Registers the worker and offers its updates. The new worker waits until the person agrees; then it takes over
 * and the page reloads, once. A tab that did not ask is offered the reload and never thrown out.
 */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  const worker = new Workbox('/sw.js');
  // A page of a first visit is as new as the worker that takes it over, even if another page began to install it.
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
      // Offline; the next hour or the next look at the app asks again.
    }
  }
}

/**
 * Chromium asks an old worker now and then whether it has anything left to do, and if it just had, not again before
 * its next event: the new one would wait for minutes. A word that it ignores is such an event. Ends with the page.
 */
function wakeActiveWorker(): void {
  setInterval(() => navigator.serviceWorker.controller?.postMessage({ type: 'HURRY' }), WAKE_INTERVAL_MS);
}
