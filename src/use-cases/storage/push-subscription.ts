import { deletePushCopy } from '../../outbox/worker-storage.ts';

/** A browser may wait for its push service, which a log-out must not. It carries on after this time. */
const UNSUBSCRIBE_LIMIT_MS = 2000;

/** Ends all notifications of this device, also without a connection. The server learns it from its next message. */
export async function endPushSubscription(): Promise<void> {
  const limit = new Promise<void>((resolve) => {
    setTimeout(resolve, UNSUBSCRIBE_LIMIT_MS);
  });
  await Promise.race([forgetSubscription(), limit]);
}

/** The copy goes first, so that nothing subscribes again. */
async function forgetSubscription(): Promise<void> {
  try {
    await deletePushCopy();
  } catch (error) {
    console.warn('What this device is notified about could not be deleted', error);
  }
  await unsubscribe();
}

async function unsubscribe(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    const subscription = await registration?.pushManager?.getSubscription();
    await subscription?.unsubscribe();
  } catch (error) {
    console.warn('Notifications could not be ended', error);
  }
}
