import { deletePushCopy } from './push-record.ts';

/** A browser may wait for its push service for a long time, and a log-out must not. It continues after this time. */
const UNSUBSCRIBE_TIMEOUT_MS = 2000;

/** Ends all notifications of this device, also without a connection. The server learns it from its next message. */
export async function endPushSubscription(): Promise<void> {
  const timeout = new Promise<void>((resolve) => {
    setTimeout(resolve, UNSUBSCRIBE_TIMEOUT_MS);
  });
  // The copy is deleted first, so that no tab or worker subscribes again.
  await Promise.race([deletePushCopy().catch(warn).then(unsubscribe).catch(warn), timeout]);
}

async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

function warn(error: unknown): void {
  console.warn('Notifications could not be ended', error);
}
