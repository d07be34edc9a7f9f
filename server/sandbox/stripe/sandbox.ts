import { Hono } from 'hono';
import Stripe from 'stripe';
import type { CoreDependencies, JobHandlers } from '../../dependencies.ts';
import { every, Postponed } from '../../jobs/repeat.ts';
import { serveStylesheet } from '../pages.ts';
import { createStripeApi } from './api.ts';
import type { SandboxKeys } from './api-calls.ts';
import { finishRefund, resultJob } from './charges.ts';
import { finishDelayedPayment } from './checkout.ts';
import { inTransaction, toUnixSeconds } from './context.ts';
import { createHostedPages } from './hosted-pages.ts';
import { webhookJob } from './objects.ts';
import { deleteExpiredObjects, findRow } from './queries/rows.ts';
import { serializeObject } from './stripe-types.ts';

const CLEANUP_INTERVAL_MS = 3600_000;
/** A failed delivery is repeated after this long. */
const RETRY_MS = 10_000;

type StripeSandboxDependencies = CoreDependencies & { keys: SandboxKeys; send: SendWebhook };

/**
 * Replaces Stripe with a server of the same REST format, so that the code paths of the official SDK and Stripe.js run
 * without keys and without the internet. Its state is in the tables `sandbox_*`.
 */
export function createStripeSandbox(dependencies: StripeSandboxDependencies) {
  const { db, clock, keys, log } = dependencies;
  const jobs: JobHandlers = {
    ...resultJob.handle(({ object, id }) => {
      const finish = object === 'refund' ? finishRefund : finishDelayedPayment;
      return inTransaction({ db, now: clock.now() }, (tx) => finish(tx, id));
    }),
    ...webhookJob.handle(({ eventId }) => deliverWebhook(dependencies, eventId)),
  };
  const cleanUp = every(CLEANUP_INTERVAL_MS, 'sandbox clean-up', log, () =>
    deleteExpiredObjects(db, clock.now()),
  );
  const routes = new Hono();
  serveStylesheet(routes);
  routes.route('/stripe', createStripeApi({ db, clock, keys }));
  routes.route('/', createHostedPages({ db, clock }));
  return {
    /** Mount these routes below `/sandbox`. */
    routes,
    /** They deliver webhooks, and end refunds and payments that are not decided at once. */
    jobs,
    stop: () => cleanUp.stop(),
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

/** Delivers an event, at least once: it counts as delivered only after a 2xx response. */
async function deliverWebhook({ db, clock, keys, send }: StripeSandboxDependencies, eventId: string) {
  const event = await findRow(db, { id: eventId, name: 'event' });
  // It may have been deleted since it was queued.
  if (event === undefined) return;
  const payload = serializeObject(event);
  const timestamp = toUnixSeconds(clock.now());
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: keys.webhookSecret,
    timestamp,
  });
  // An unavailable receiver is the ordinary reason for a retry and not an error of ours.
  const status = await send(payload, signature).catch(() => 0);
  if (status < 200 || status > 299) throw new Postponed(`The webhook got ${status}.`, RETRY_MS);
}
