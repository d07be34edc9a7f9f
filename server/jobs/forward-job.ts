import * as v from 'valibot';
import type { Db } from '../db/database.ts';
import type { JobHandlers } from '../dependencies.ts';
import { findGuestRequest, isErased } from '../queries/guest-requests.ts';
import { jobKind } from '../queries/jobs.ts';
import { failureOfStatus, PermanentFailure } from './repeat.ts';

const TIMEOUT_MS = 30_000;

/** Sends a guest's request to the operator's own hook. */
export const forwardJob = jobKind('forward-guest-request', { id: v.number() });

/**
 * Posts guests' requests to the hook at HOOK_URL in the format of our own hook, with their references. The Idempotency-Key is the same for
 * every attempt, because the hook may have accepted a request whose response was lost.
 */
export function forwardJobs(db: Db, hookUrl: string): JobHandlers {
  const url = `${hookUrl.replace(/\/$/, '')}/status/submit-to-zapier`;
  return forwardJob.handle(async ({ id }) => {
    const request = await findGuestRequest(db, id);
    if (request === undefined) return;
    // An operator may retry the job after the retention time. An empty request would be of no use to the hook.
    if (isErased(request)) throw new PermanentFailure('The data of the request has been deleted.');
    const { referenceNumber, firstName, lastName, phone, email, pickup, dropoff, note } = request;
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': `guest-request-${referenceNumber}`,
      },
      body: JSON.stringify({ referenceNumber, firstName, lastName, phone, email, pickup, dropoff, note }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw failureOfStatus('hook', response.status);
  });
}
