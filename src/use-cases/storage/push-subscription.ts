import { deletePushCopy } from '../../outbox/worker-storage.ts';

/** A browser may wait for its push service for a long time, and a log-out must not. It continues after this time. */
const UNSUBSCRIBE_TIMEOUT_MS = 2000;

/** Ends all notifications of this device, also without a connection. The server learns it from its next message. */
export async function endPushSubscription(): Promise<void> {
  const timeout = new Promise<void>((resolve) => {
    setTimeout(resolve, UNSUBSCRIBE_TIMEOUT_MS);
  });
  await Promise.race([deleteCopyAndUnsubscribe(), timeout]);
}

/** The copy is deleted first, so that no tab or worker subscribes again. */
async function deleteCopyAndUnsubscribe(): Promise<void> {
  try {
    await deletePushCopy();
  } catch (error) {
    console.warn('The list of notifications could not be deleted from the device', error);
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
