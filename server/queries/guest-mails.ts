import * as v from 'valibot';
import type { Db } from '../db/database.ts';
import { enqueueJob } from './jobs.ts';

export const GUEST_MAIL_JOB = 'guest-mail';
/** `payment`: the request was accepted and is to be paid. `accepted`: the order has started. */
export const GuestMailPayload = v.object({
  requestId: v.number(),
  event: v.picklist(['payment', 'accepted']),
});
export type GuestMailEvent = v.InferOutput<typeof GuestMailPayload>['event'];

/** Queues a mail to a guest in the transaction that it belongs to. The job skips guests without an e-mail address. */
export async function enqueueGuestMail(tx: Db, requestId: number, event: GuestMailEvent): Promise<void> {
  await enqueueJob(tx, { kind: GUEST_MAIL_JOB, payload: { requestId, event } });
}
