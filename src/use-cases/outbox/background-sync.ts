import { SYNC_TAG } from '../../outbox/channel.ts';

type SyncManager = { register: (tag: string) => Promise<void> };

/** Asks the browser to wake the worker when the network is back, where there is such a thing. */
export async function requestBackgroundSync(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    if (registration && supportsBackgroundSync(registration)) await registration.sync.register(SYNC_TAG);
  } catch {
    // Refused by the person or the browser: the page's own timer does the same, while it is open.
  }
}

function supportsBackgroundSync(
  registration: ServiceWorkerRegistration,
): registration is ServiceWorkerRegistration & { sync: SyncManager } {
  return 'sync' in registration;
}
