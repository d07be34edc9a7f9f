import { Hono } from 'hono';
import type { Db } from '../../db/database.ts';
import type { Clock } from '../../ports.ts';
import { serveStylesheet } from '../pages/page.ts';
import { stripeApi } from './api.ts';
import { browserScript } from './browser-script.ts';
import { hostedPages } from './hosted-pages.ts';
import type { SandboxKeys } from './keys.ts';
import { tidy } from './queries/housekeeping.ts';
import { deliverDue, type SendWebhook, startDelivery } from './webhooks.ts';

/** Below `/sandbox`, as everything of the sandbox. */
const API_PATH = '/stripe';
const TIDY_MS = 3600_000;

export type StripeSandbox = {
  /** To be mounted below `/sandbox`. */
  routes: Hono;
  /** Delivers the webhooks that are due now; answers how many arrived. */
  deliver: () => Promise<number>;
  /** Starts delivering in the background. */
  start: () => void;
  stop: () => Promise<void>;
};

export type SandboxOptions = {
  db: Db;
  clock: Clock;
  keys: SandboxKeys;
  send: SendWebhook;
  report: (error: unknown) => void;
};

/**
 * A stand-in for Stripe that speaks its REST shapes, so that the official SDK and Stripe.js code paths run
 * without keys and without the internet. Its state is in the tables `sandbox_*`.
 */
export function stripeSandbox({ db, clock, keys, send, report }: SandboxOptions): StripeSandbox {
  const deliver = () => deliverDue(db, clock, keys.webhookSecret, send);
  let delivery: ReturnType<typeof startDelivery> | undefined;
  let tidying: NodeJS.Timeout | undefined;
  const kick = () => delivery?.kick();

  const routes = new Hono();
  serveStylesheet(routes);
  routes.route('/', browserScript());
  routes.route(API_PATH, stripeApi({ db, clock, keys, kick }));
  routes.route('/', hostedPages({ db, clock, kick }));
  return {
    routes,
    deliver,
    start() {
      delivery ??= startDelivery(deliver, report);
      tidying ??= setInterval(() => void tidy(db, clock.now()).catch(report), TIDY_MS).unref();
    },
    async stop() {
      clearInterval(tidying);
      await delivery?.stop();
      delivery = undefined;
    },
  };
}
