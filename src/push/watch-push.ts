import { requestBackgroundSync } from '../outbox/background-sync.ts';
import { useApp } from '../stores/app.ts';
import { hasPushCopy } from './push-record.ts';

/**
 * Compares the subscription of the browser with the one that the server knows, at start and when the server responds
 * again. Not every browser dispatches `pushsubscriptionchange` to the service worker when it renews one. (PRD-85)
 */
export function watchPushSubscription(): void {
  void renewPushSubscription();
  useApp.subscribe(({ isReachable }, before) => {
    if (isReachable && !before.isReachable) void renewPushSubscription();
  });
}

/** Sends a renewed push subscription to the server. If the server cannot be reached, the service worker tries again. */
export async function renewPushSubscription(): Promise<void> {
  try {
    if (!('PushManager' in window) || !(await hasPushCopy())) return;
    const registration = await navigator.serviceWorker.getRegistration();
    if (registration === undefined) return;
    const { renewPush } = await import('./renew-push.ts');
    if ((await renewPush(registration.pushManager)) === 'pending') await requestBackgroundSync();
  } catch (error) {
    console.info('The push subscription could not be renewed', error);
  }
}
