import { get } from 'idb-keyval';
import { deleteRecord } from '../device/database.ts';
import { workerStore } from '../device/worker-copies.ts';

/** The record of push-copy.ts. */
export const PUSH_COPY_KEY = 'push';

/** Whether notifications are turned on. This module loads at start, and the code of push-copy.ts only if needed. */
export async function hasPushCopy(): Promise<boolean> {
  return (await get(PUSH_COPY_KEY, workerStore)) !== undefined;
}

export function deletePushCopy(): Promise<void> {
  return deleteRecord(PUSH_COPY_KEY, workerStore);
}
