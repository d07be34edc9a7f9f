import { SYNC_TAG } from '../../outbox/channel.ts';

type SyncManager = { register: (tag: string) => Promise<void> };

/** Asks the browser to wake the service worker when the network is back, if it supports Background Sync. */
export async function requestBackgroundSync(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    if (registration && supportsBackgroundSync(registration)) await registration.sync.register(SYNC_TAG);
  } catch {
    // The person or the browser has disabled it. The page's own timer drains the outbox while the page is open.
  }
}

function supportsBackgroundSync(
  registration: ServiceWorkerRegistration,
): registration is ServiceWorkerRegistration & { sync: SyncManager } {
  return 'sync' in registration;
}
