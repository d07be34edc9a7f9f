import { isPermanent } from '../api/failure.ts';
import { endSessionById } from '../api/users.ts';
import { QUEUED_LOG_OUT_LIFE_MS } from '../contract/constants.ts';
import { deleteQueuedLogOut, readQueuedLogOuts } from './worker-storage.ts';

/**
 * Ends the sessions whose log-out waits on this device. Several tabs and the worker may do so at once: ending a
 * session twice changes nothing. Returns how many still wait. (SEC-06)
 */
export async function sendQueuedLogOuts(): Promise<number> {
  let waiting = 0;
  for (const { sessionId, since } of await readQueuedLogOuts()) {
    const hasExpired = Date.now() - since > QUEUED_LOG_OUT_LIFE_MS;
    if (hasExpired || (await isFinished(sessionId))) await deleteQueuedLogOut(sessionId);
    else waiting += 1;
  }
  return waiting;
}

async function isFinished(sessionId: string): Promise<boolean> {
  const result = await endSessionById(sessionId);
  return result.ok || isPermanent(result.failure);
}
