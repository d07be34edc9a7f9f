import Stripe from 'stripe';
import type { Db } from '../../db/database.ts';
import type { Clock } from '../../dependencies.ts';
import { serializeObject } from './complete-object.ts';
import { toUnixSeconds } from './context.ts';
import { loadObject } from './objects.ts';
import { claimWebhook, markDelivered } from './queries/webhooks.ts';

/** Sends one signed webhook and returns the HTTP status. It throws if there is no response. */
export type SendWebhook = (body: string, signature: string) => Promise<number>;

const RETRY_DELAYS_MS = [1000, 2000, 5000, 15_000, 30_000, 60_000];
/** Stripe stops after three days; our sixty tries last about an hour. */
const MAX_ATTEMPTS = 64;
const POLL_MS = 1000;

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
    const due = await claimWebhook(db, clock.now(), RETRY_DELAYS_MS, MAX_ATTEMPTS);
    if (due === undefined) return delivered;
    const body = serializeObject(await loadObject({ db }, 'event', due.eventId));
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret,
      timestamp: toUnixSeconds(clock.now()),
    });
    // An unavailable receiver is the ordinary reason for a retry and not an error of ours.
    const status = await send(body, signature).catch(() => 0);
    if (status < 200 || status > 299) continue;
    await markDelivered(db, due.eventId, clock.now());
    delivered += 1;
  }
}

/** Delivers in the background until stopped. `kick` checks at once. */
export function startWebhookDelivery(deliver: () => Promise<unknown>, report: (error: unknown) => void) {
  let running: Promise<unknown> | undefined;
  let isWantedAgain = false;
  const run = () => {
    isWantedAgain = running !== undefined;
    running ??= deliver()
      .catch(report)
      .finally(() => {
        running = undefined;
        if (isWantedAgain) run();
      });
  };
  const timer = setInterval(run, POLL_MS);
  timer.unref();
  return {
    kick: run,
    /** Resolves after the running delivery. */
    async stop() {
      clearInterval(timer);
      isWantedAgain = false;
      await running;
    },
  };
}
