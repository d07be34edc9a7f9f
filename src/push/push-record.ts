import { get } from 'idb-keyval';
import { pause } from '../contract/pause.ts';
import { deleteRecord } from '../device/database.ts';
import { workerStore } from '../device/worker-copies.ts';

/** A browser may wait for its push service for a long time, and a log-out must not. It continues after this time. */
const UNSUBSCRIBE_TIMEOUT_MS = 2000;

/** The record of push-copy.ts. */
export const PUSH_COPY_KEY = 'push';

/** Whether notifications are turned on. This module loads at start, and the code of push-copy.ts only if needed. */
export async function hasPushCopy(): Promise<boolean> {
  return (await get(PUSH_COPY_KEY, workerStore)) !== undefined;
}

export function deletePushCopy(): Promise<void> {
  return deleteRecord(PUSH_COPY_KEY, workerStore);
}

/** Ends all notifications of this device, also without a connection. The server learns it from its next message. */
export async function endPushSubscription(): Promise<void> {
  // The copy is deleted first, so that no tab or worker subscribes again.
  await Promise.race([
    deletePushCopy().catch(warn).then(unsubscribe).catch(warn),
    pause(UNSUBSCRIBE_TIMEOUT_MS),
  ]);
}

async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

/** Closes what the browser still shows: it names deliveries of the account, and the icon shows its number. (SES-04) */
export async function closeNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notification of (await registration?.getNotifications?.()) ?? []) notification.close();
  await navigator.clearAppBadge?.();
}

function warn(error: unknown): void {
  console.warn('Notifications could not be ended', error);
}
