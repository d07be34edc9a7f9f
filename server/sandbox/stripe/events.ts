import { toUnixSeconds } from './clock.ts';
import type { Context } from './context.ts';
import { newId } from './ids.ts';
import type { AnyObject } from './object-schemas.ts';
import { saveObject } from './queries/objects.ts';
import { queueWebhook } from './queries/webhooks.ts';

const API_VERSION = '2026-10-28.endive';

/**
 * Records an event and queues its webhook. Call it inside the transaction of the change itself, so that the event
 * exists exactly if the change does.
 */
export async function emitEvent(context: Context, type: string, object: AnyObject): Promise<void> {
  const event = {
    id: newId('event'),
    object: 'event' as const,
    created: toUnixSeconds(context.now),
    livemode: false,
    api_version: API_VERSION,
    type,
    data: { object },
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
  };
  await saveObject(context, event);
  await queueWebhook(context.db, event.id, context.now);
}
