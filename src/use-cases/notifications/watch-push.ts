import { hasPushCopy } from '../../outbox/worker-storage.ts';
import { useApp } from '../../stores/app.ts';

/**
 * Compares the subscription of the browser with the one that the server knows: at start and when a server responds
 * again. The worker does so when the browser renews a subscription, but not every browser tells it. (PRD-85)
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
