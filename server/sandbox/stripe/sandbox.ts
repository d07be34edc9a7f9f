import { Hono } from 'hono';
import Stripe from 'stripe';
import type { CoreDependencies } from '../../dependencies.ts';
import { every } from '../../jobs/repeat.ts';
import { serveStylesheet } from '../pages.ts';
import { createStripeApi } from './api.ts';
import type { SandboxKeys } from './api-calls.ts';
import { finishRefund } from './charges.ts';
import { finishDelayedPayment } from './checkout.ts';
import { inTransaction, toUnixSeconds } from './context.ts';
import { createHostedPages } from './hosted-pages.ts';
import { loadObject } from './objects.ts';
import { claimWebhook, deleteExpiredObjects, listUnfinished, removeWebhook } from './queries/rows.ts';
import { serializeObject } from './stripe-types.ts';

const CLEANUP_INTERVAL_MS = 3600_000;
const DELIVERY_INTERVAL_MS = 1000;
/** How long the pause becomes while nothing is due. */
const IDLE_INTERVAL_MS = 5000;

export type StripeSandbox = ReturnType<typeof createStripeSandbox>;

type StripeSandboxDependencies = CoreDependencies & { keys: SandboxKeys; send: SendWebhook };

/**
 * Replaces Stripe with a server of the same REST format, so that the code paths of the official SDK and Stripe.js run
 * without keys and without the internet. Its state is in the tables `sandbox_*`.
 */
export function createStripeSandbox(dependencies: StripeSandboxDependencies) {
  const { db, clock, keys, log } = dependencies;
  const deliver = async () => {
    for (const { id, object } of await listUnfinished(db, clock.now())) {
      const finish = object === 'refund' ? finishRefund : finishDelayedPayment;
      await inTransaction({ db, now: clock.now() }, (tx) => finish(tx, id));
    }
    return deliverDueWebhooks(dependencies);
  };
  let timers: ReturnType<typeof every>[] = [];
  const triggerDelivery = () => timers[0]?.runNow();

  const routes = new Hono();
  serveStylesheet(routes);
  routes.route('/stripe', createStripeApi({ db, clock, keys, triggerDelivery }));
  routes.route('/', createHostedPages({ db, clock, triggerDelivery }));
  return {
    /** Mount these routes below `/sandbox`. */
    routes,
    /** Delivers the webhooks that are due now and returns how many arrived. */
    deliver,
    start() {
      timers = [
        every(DELIVERY_INTERVAL_MS, 'sandbox webhooks', log, async () => (await deliver()) > 0, {
          maxPauseMs: () => IDLE_INTERVAL_MS,
        }),
        every(CLEANUP_INTERVAL_MS, 'sandbox clean-up', log, () => deleteExpiredObjects(db, clock.now())),
      ];
    },
    /** Resolves after the running delivery. */
    async stop() {
      await Promise.all(timers.splice(0).map((timer) => timer.stop()));
    },
  };
}

/** Sends one signed webhook and returns the HTTP status. It throws if there is no response. */
type SendWebhook = (body: string, signature: string) => Promise<number>;

/** Webhooks are sent by POST to our own server, over the loopback interface. */
export function createWebhookSender({ host, port }: { host: string; port: number }): SendWebhook {
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}/webhooks/stripe`;
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
async function deliverDueWebhooks({ db, clock, keys, send }: StripeSandboxDependencies): Promise<number> {
  const secret = keys.webhookSecret;
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
