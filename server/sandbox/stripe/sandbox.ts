import { Hono } from 'hono';
import type { Db } from '../../db/database.ts';
import type { Clock } from '../../dependencies.ts';
import { serveStylesheet } from '../pages/layout.ts';
import { createStripeApi } from './api.ts';
import type { SandboxKeys } from './api-keys.ts';
import { createBrowserScriptRoutes } from './browser-script.ts';
import { finishDelayedPayment } from './checkout.ts';
import { createHostedPages } from './hosted-pages.ts';
import { deleteExpiredObjects } from './queries/cleanup.ts';
import { listUnfinished } from './queries/objects.ts';
import { finishRefund } from './refunds.ts';
import { deliverDueWebhooks, type SendWebhook, startWebhookDelivery } from './webhooks.ts';

/** This path is below `/sandbox`, like everything in the sandbox. */
const API_PATH = '/stripe';
const CLEANUP_INTERVAL_MS = 3600_000;

export type StripeSandbox = {
  /** Mount these routes below `/sandbox`. */
  routes: Hono;
  /** Delivers the webhooks that are due now and returns how many arrived. */
  deliver: () => Promise<number>;
  /** Starts delivering in the background. */
  start: () => void;
  stop: () => Promise<void>;
};

export type StripeSandboxDependencies = {
  db: Db;
  clock: Clock;
  keys: SandboxKeys;
  send: SendWebhook;
  report: (error: unknown) => void;
};

/**
 * Replaces Stripe with a server of the same REST format, so that the code paths of the official SDK and Stripe.js run
 * without keys and without the internet. Its state is in the tables `sandbox_*`.
 */
export function createStripeSandbox({
  db,
  clock,
  keys,
  send,
  report,
}: StripeSandboxDependencies): StripeSandbox {
  const deliver = async () => {
    for (const { id, object } of await listUnfinished(db, clock.now())) {
      await (object === 'refund' ? finishRefund : finishDelayedPayment)({ db, now: clock.now() }, id);
    }
    return deliverDueWebhooks(db, clock, keys.webhookSecret, send);
  };
  let delivery: ReturnType<typeof startWebhookDelivery> | undefined;
  let tidying: NodeJS.Timeout | undefined;
  const kick = () => delivery?.kick();

  const routes = new Hono();
  serveStylesheet(routes);
  routes.route('/', createBrowserScriptRoutes());
  routes.route(API_PATH, createStripeApi({ db, clock, keys, triggerDelivery: kick }));
  routes.route('/', createHostedPages({ db, clock, triggerDelivery: kick }));
  return {
    routes,
    deliver,
    start() {
      delivery ??= startWebhookDelivery(deliver, report);
      tidying ??= setInterval(
        () => void deleteExpiredObjects(db, clock.now()).catch(report),
        CLEANUP_INTERVAL_MS,
      ).unref();
    },
    async stop() {
      clearInterval(tidying);
      await delivery?.stop();
      delivery = undefined;
    },
  };
}
