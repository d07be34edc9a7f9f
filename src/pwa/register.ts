import { Workbox } from 'workbox-window';
import { READ_RETRY_MS } from '../api/timing.ts';
import { RESTORE_FILES } from '../device/caches.ts';
import { readOr } from '../device/or-warn.ts';
import { useUpdate } from './update.ts';

const WORKER_URL = '/sw.js';
const UPDATE_CHECK_INTERVAL_MS = 60 * 60_000;
/** How long the old worker may take to end before it has to give up its reads, and before the page reloads. */
const READS_LIMIT_MS = 1000;
const ACTIVATION_LIMIT_MS = 4000;
/** How long a page may take to end after it was reloaded. */
const RELOAD_LIMIT_MS = 5000;
/** How often the page may reload for an update that the user has accepted; the last reload only shows it. */
const RELOADS = 4;
/** In session storage: how many of these reloads are left. */
const RELOADS_KEY = 'update-reloads';

declare global {
  interface Window {
    /** The worker that served the page, as the script in its head has read it; null on a first visit. */
    openingWorker?: ServiceWorker | null;
  }
}

/**
 * Registers the worker and offers its updates. The new worker waits until the user accepts it. It then takes control,
 * and the page reloads once. Other tabs are offered the reload and never reload by themselves.
 *
 * Chromium starts the old worker again if a request arrives while it ends, and then replaces it only after 30 s without
 * any request, or at a navigation. The page reloads for that, and goes on with the update.
 */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  const worker = new Workbox(WORKER_URL);
  // A new worker may take control while the page loads, so this is the worker that served the page.
  let controller = window.openingWorker ?? navigator.serviceWorker.controller;
  let reloadsLeft = takeReloads();
  let isReloading = false;
  const reload = () => {
    if (!isReloading) reloadPage();
    isReloading = true;
  };
  const checkController = () => {
    const previous = controller;
    controller = navigator.serviceWorker.controller;
    // The page of a first visit is as new as the worker that takes control of it, even if another page started the
    // installation.
    if (previous === null || controller === previous) return;
    if (reloadsLeft === 0) return useUpdate.getState().offer(reload);
    keepReloads(0);
    reload();
  };

  const activate = (reloads: number) => {
    reloadsLeft = reloads;
    keepReloads(reloads - 1);
    worker.messageSkipWaiting();
    // A worker is replaced only when its reads have ended, and one that hangs takes a minute.
    const endReads = () => navigator.serviceWorker.controller?.postMessage({ type: 'PREPARE_TO_END' });
    setTimeout(endReads, READS_LIMIT_MS);
    setTimeout(reload, ACTIVATION_LIMIT_MS);
  };
  worker.addEventListener('waiting', () => {
    if (reloadsLeft > 1) return activate(reloadsLeft);
    reloadsLeft = 0;
    useUpdate.getState().offer(() => activate(RELOADS));
  });
  navigator.serviceWorker.addEventListener('controllerchange', checkController);
  checkController();

  try {
    const registration = await worker.register();
    const isNewest = !registration?.waiting && registration?.active === navigator.serviceWorker.controller;
    // The old worker may have served this page while it was being replaced, which the page cannot tell.
    if (isNewest && reloadsLeft > 0) reload();
    if (registration !== undefined) watchInstallation(registration);
    restoreFiles();
  } catch (error) {
    console.warn('The app works, but not offline: its worker could not be registered', error);
    return;
  }
  setInterval(check, UPDATE_CHECK_INTERVAL_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void check();
  });

  async function check(): Promise<void> {
    // If the device is offline, the next check runs after an hour or when the page becomes visible.
    await worker.update().catch(() => undefined);
  }
}

/**
 * An installation fails if a file could not be fetched as the build made it. The earlier version stays, and the
 * installation is repeated with backoff. The files that were stored are not fetched again.
 */
function watchInstallation(registration: ServiceWorkerRegistration, attempt = 0): void {
  const watch = () => {
    const worker = registration.installing;
    let hasFailed = true;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'redundant' && hasFailed) retry();
      else hasFailed = false;
    });
  };
  const retry = () => {
    setTimeout(() => void install().catch(retry), retryDelay(attempt));
    attempt += 1;
  };
  // The browser has removed the registration if it was the first installation.
  const install = async () => {
    if (registration.active) return registration.update();
    const next = await navigator.serviceWorker.register(WORKER_URL);
    if (next === registration) watch();
    else watchInstallation(next, attempt);
  };
  registration.addEventListener('updatefound', watch);
  watch();
}

/** The browser or the user may have emptied the worker's cache. */
function restoreFiles(attempt = 0): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data: isComplete }) => {
    port1.close();
    if (!isComplete) setTimeout(() => restoreFiles(attempt + 1), retryDelay(attempt));
  };
  navigator.serviceWorker.controller?.postMessage({ type: RESTORE_FILES }, [port2]);
}

function retryDelay(attempt: number): number {
  return READ_RETRY_MS[attempt] ?? UPDATE_CHECK_INTERVAL_MS;
}

/** The page goes on if the user stays on it because of something unsaved. They can then reload it later. */
function reloadPage(): void {
  location.reload();
  setTimeout(() => useUpdate.getState().offer(reloadPage), RELOAD_LIMIT_MS);
}

function keepReloads(reloads: number): void {
  // Without session storage the user is asked again.
  readOr(undefined, () => sessionStorage.setItem(RELOADS_KEY, String(reloads)));
}

function takeReloads(): number {
  return readOr(0, () => {
    const reloads = Number(sessionStorage.getItem(RELOADS_KEY));
    sessionStorage.removeItem(RELOADS_KEY);
    return reloads;
  });
}
