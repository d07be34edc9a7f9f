import { isPermanent } from '../api/failure.ts';
import { endSessionById } from '../api/users.ts';
import { deleteQueuedLogOut, readQueuedLogOuts } from './worker-storage.ts';

/**
 * Ends the sessions whose log-out waits on this device. Several tabs and the worker may do so at once: ending a
 * session twice changes nothing. Only the server's response removes one, because the device's clock may be wrong.
 * Returns how many still wait. (SEC-06)
 */
export async function sendQueuedLogOuts(): Promise<number> {
  let waiting = 0;
  for (const { sessionId } of await readQueuedLogOuts()) {
    if (await isFinished(sessionId)) await deleteQueuedLogOut(sessionId);
    else waiting += 1;
  }
  return waiting;
}

async function isFinished(sessionId: string): Promise<boolean> {
  const result = await endSessionById(sessionId);
  return result.ok || isPermanent(result.failure);
}
