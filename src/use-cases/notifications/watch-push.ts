import { hasPushCopy } from '../../outbox/worker-storage.ts';
import { useApp } from '../../stores/app.ts';

/**
 * Compares the subscription of the browser with the one that the server knows, at start and when the server responds
 * again. Not every browser dispatches `pushsubscriptionchange` to the service worker when it renews one. (PRD-85)
 */
export function watchPushSubscription(): void {
  void renewIfNeeded();
  useApp.subscribe(({ isReachable }, before) => {
    if (isReachable && !before.isReachable) void renewIfNeeded();
  });
}

async function renewIfNeeded(): Promise<void> {
  try {
    if (!('PushManager' in window) || !(await hasPushCopy())) return;
    const { renewPushSubscription } = await import('./renew-push.ts');
    await renewPushSubscription();
  } catch (error) {
    console.info('The push subscription could not be checked', error);
  }
}
