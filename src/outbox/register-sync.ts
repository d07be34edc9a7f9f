import { SYNC_TAG } from './channel.ts';

type SyncManager = { register: (tag: string) => Promise<void> };

/** Asks the browser to wake the service worker when the network is back, if it supports Background Sync. */
export async function registerSync(registration: ServiceWorkerRegistration): Promise<void> {
  if (supportsBackgroundSync(registration)) await registration.sync.register(SYNC_TAG);
}

function supportsBackgroundSync(
  registration: ServiceWorkerRegistration,
): registration is ServiceWorkerRegistration & { sync: SyncManager } {
  return 'sync' in registration;
}
