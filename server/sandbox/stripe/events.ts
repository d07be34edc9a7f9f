import type { Db } from '../../db/database.ts';
import { newId } from './ids.ts';
import { save } from './queries/objects.ts';
import { queueWebhook } from './queries/webhooks.ts';
import type { AnyObject, StripeEvent } from './shapes.ts';

const API_VERSION = '2026-10-28.endive';

/**
 * Notes that something happened, and that the webhook has to hear of it. Call it inside the transaction of the
 * change itself: then the event exists exactly if the change does.
 */
export async function emit(db: Db, now: Date, type: string, object: AnyObject): Promise<void> {
  const event: StripeEvent = {
    id: newId('event'),
    object: 'event',
    created: unixSeconds(now),
    livemode: false,
    api_version: API_VERSION,
    type,
    data: { object },
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
  };
  await save(db, event);
  await queueWebhook(db, event.id, now);
}

export function unixSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}
