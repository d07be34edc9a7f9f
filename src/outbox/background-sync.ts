import { SYNC_TAG } from './channel.ts';

type SyncManager = { register: (tag: string) => Promise<void> };

/**
 * Asks the browser to wake the service worker when the network is back, if it supports Background Sync. Otherwise the
 * timer of the page drains the outbox while the page is open.
 */
export async function requestBackgroundSync(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    if (registration) await registerSync(registration);
  } catch {
    // The user or the browser has disabled it.
  }
}

export async function registerSync(registration: ServiceWorkerRegistration): Promise<void> {
  if (supportsBackgroundSync(registration)) await registration.sync.register(SYNC_TAG);
}

function supportsBackgroundSync(
  registration: ServiceWorkerRegistration,
): registration is ServiceWorkerRegistration & { sync: SyncManager } {
  return 'sync' in registration;
}
