import { registerSync } from '../../outbox/register-sync.ts';

/** Lets the service worker continue when the network is back, if the browser supports Background Sync. */
export async function requestBackgroundSync(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    if (registration) await registerSync(registration);
  } catch {
    // The person or the browser has disabled it. The page's own timer drains the outbox while the page is open.
  }
}
