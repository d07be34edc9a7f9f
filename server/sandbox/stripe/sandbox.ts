import { Hono } from 'hono';
import type { Db } from '../../db/database.ts';
import type { Clock } from '../../dependencies.ts';
import { serveStylesheet } from '../pages/layout.ts';
import { createStripeApi } from './api.ts';
import type { SandboxKeys } from './api-keys.ts';
import { createBrowserScriptRoutes } from './browser-script.ts';
import { finishDelayedPayment } from './checkout.ts';
import { inTransaction } from './context.ts';
import { createHostedPages } from './hosted-pages.ts';
import { deleteExpiredObjects } from './queries/cleanup.ts';
import { listUnfinished } from './queries/objects.ts';
import { finishRefund } from './refunds.ts';
import { deliverDueWebhooks, type SendWebhook } from './webhooks.ts';

const CLEANUP_INTERVAL_MS = 3600_000;
const DELIVERY_INTERVAL_MS = 1000;

export type StripeSandbox = {
  /** Mount these routes below `/sandbox`. */
  routes: Hono;
  /** Delivers the webhooks that are due now and returns how many arrived. */
  deliver: () => Promise<number>;
  /** Starts delivering in the background. */
  start: () => void;
  /** Resolves after the running delivery. */
  stop: () => Promise<void>;
};

type StripeSandboxDependencies = {
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
export function createStripeSandbox(dependencies: StripeSandboxDependencies): StripeSandbox {
  const { db, clock, keys, send, report } = dependencies;
  const deliver = async () => {
    for (const { id, object } of await listUnfinished(db, clock.now())) {
      const finish = object === 'refund' ? finishRefund : finishDelayedPayment;
      await inTransaction({ db, now: clock.now() }, (tx) => finish(tx, id));
    }
    return deliverDueWebhooks(db, clock, keys.webhookSecret, send);
  };
  const timers: NodeJS.Timeout[] = [];
  let running: Promise<unknown> = Promise.resolve();
  const triggerDelivery = () => {
    running = running.then(() => (timers.length === 0 ? undefined : deliver())).catch(report);
  };

  const routes = new Hono();
  serveStylesheet(routes);
  routes.route('/', createBrowserScriptRoutes());
  routes.route('/stripe', createStripeApi({ db, clock, keys, triggerDelivery }));
  routes.route('/', createHostedPages({ db, clock, triggerDelivery }));
  return {
    routes,
    deliver,
    start() {
      const tidy = () => void deleteExpiredObjects(db, clock.now()).catch(report);
      timers.push(setInterval(triggerDelivery, DELIVERY_INTERVAL_MS).unref());
      timers.push(setInterval(tidy, CLEANUP_INTERVAL_MS).unref());
    },
    async stop() {
      for (const timer of timers.splice(0)) clearInterval(timer);
      await running;
    },
  };
}
