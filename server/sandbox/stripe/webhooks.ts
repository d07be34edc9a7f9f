import Stripe from 'stripe';
import type { Db } from '../../db/database.ts';
import type { Clock } from '../../dependencies.ts';
import { serializeObject } from './complete-object.ts';
import { toUnixSeconds } from './context.ts';
import { loadObject } from './objects.ts';
import { claimWebhook, removeWebhook } from './queries/webhooks.ts';

/** Sends one signed webhook and returns the HTTP status. It throws if there is no response. */
export type SendWebhook = (body: string, signature: string) => Promise<number>;

/** Webhooks are sent by POST to our own server, over the loopback interface. */
export function createWebhookSender(url: string): SendWebhook {
  return async (body, signature) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      body,
      signal: AbortSignal.timeout(10_000),
    });
    return response.status;
  };
}

/**
 * Delivers the events that are due, each at least once: an event counts as delivered only after a 2xx response. Returns
 * how many were delivered.
 */
export async function deliverDueWebhooks(
  db: Db,
  clock: Clock,
  secret: string,
  send: SendWebhook,
): Promise<number> {
  let delivered = 0;
  for (;;) {
    const eventId = await claimWebhook(db, clock.now());
    if (eventId === undefined) return delivered;
    const payload = serializeObject(await loadObject({ db }, 'event', eventId));
    const timestamp = toUnixSeconds(clock.now());
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
    // An unavailable receiver is the ordinary reason for a retry and not an error of ours.
    const status = await send(payload, signature).catch(() => 0);
    if (status < 200 || status > 299) continue;
    await removeWebhook(db, eventId);
    delivered += 1;
  }
}
