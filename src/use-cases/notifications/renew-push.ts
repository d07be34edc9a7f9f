import { renewPush } from '../../outbox/renew-push.ts';
import { requestBackgroundSync } from '../outbox/background-sync.ts';

/** Sends a renewed push subscription to the server. If the server cannot be reached, the service worker tries again. */
export async function renewPushSubscription(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    if (registration === undefined) return;
    if ((await renewPush(registration.pushManager)) === 'pending') await requestBackgroundSync();
  } catch (error) {
    console.warn('The push subscription could not be renewed', error);
  }
}
