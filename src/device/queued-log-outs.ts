import { entries } from 'idb-keyval';
import * as v from 'valibot';
import { call, isPermanent } from '../api/client.ts';
import { OUTBOX_REQUEST_TIMEOUT_MS } from '../api/timing.ts';
import { deleteRecord, putRecord } from './database.ts';
import { workerStore } from './worker-copies.ts';

/** Only what ends the session: no token and nothing of the account. */
const QueuedLogOut = v.object({ sessionId: v.string() });
type QueuedLogOut = v.InferOutput<typeof QueuedLogOut>;

const KEY_PREFIX = 'log-out ';

/** Each has a key of its own, so that tabs and the worker never overwrite each other's. */
export function saveQueuedLogOut(logOut: QueuedLogOut): Promise<void> {
  return putRecord(KEY_PREFIX + logOut.sessionId, logOut, workerStore);
}

export async function readQueuedLogOuts(): Promise<QueuedLogOut[]> {
  const records = await entries<string, unknown>(workerStore);
  return records.flatMap(([key, value]) => {
    const parsed = v.safeParse(QueuedLogOut, value);
    return key.startsWith(KEY_PREFIX) && parsed.success ? [parsed.output] : [];
  });
}

/**
 * Ends the sessions whose log-out waits on this device. Several tabs and the worker may do so at once: ending a
 * session twice changes nothing. Only the server's response removes one, because the device's clock may be wrong.
 * Returns how many still wait. (SEC-06)
 */
export async function sendQueuedLogOuts(): Promise<number> {
  let waiting = 0;
  for (const { sessionId } of await readQueuedLogOuts()) {
    const signal = AbortSignal.timeout(OUTBOX_REQUEST_TIMEOUT_MS);
    const result = await call('endSessionById', { body: { sessionId }, isQuiet: true, signal });
    if (result.ok || isPermanent(result.failure)) await deleteRecord(KEY_PREFIX + sessionId, workerStore);
    else waiting += 1;
  }
  return waiting;
}
