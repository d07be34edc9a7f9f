import { renewPush } from '../../outbox/renew-push.ts';
import { requestBackgroundSync } from '../outbox/background-sync.ts';

/** Sends a subscription that the browser has renewed. If that does not work now, the worker tries it again. */
export async function renewPushSubscription(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    if (registration === undefined) return;
    if ((await renewPush(registration.pushManager)) === 'waiting') await requestBackgroundSync();
  } catch (error) {
    console.warn('The push subscription could not be renewed', error);
  }
}
