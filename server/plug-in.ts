import { createHmac } from 'node:crypto';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Db } from './db/database.ts';
import type { Settings } from './env.ts';
import { mailboxMail, smtpMail } from './mail.ts';
import { stripePayments } from './payments/payments.ts';
import { stripeProvider } from './payments/provider.ts';
import { createPlaces } from './places/places.ts';
import type { Clock, Mail, Payments, Places, Sandbox } from './ports.ts';
import { mailboxPages } from './sandbox/mailbox/mailbox.ts';
import type { SandboxKeys } from './sandbox/stripe/keys.ts';
import { stripeSandbox } from './sandbox/stripe/sandbox.ts';
import { sendTo } from './sandbox/stripe/webhooks.ts';

type Needs = { db: Db; clock: Clock; log: Logger; settings: Settings; secret: Uint8Array };
type Address = { host: string; port: number };

export type PluggedIn = {
  mail: Mail;
  payments: Payments;
  places: Places;
  sandbox: Sandbox;
  /** Begins, and ends, what the sandbox does in the background. */
  start(): void;
  stop(): Promise<void>;
};

/** Chooses the real thing behind each port where the operator gave a key to it, else the sandbox's. */
export function plugIn(needs: Needs, self: Address): PluggedIn {
  const { db, clock, log, settings } = needs;
  const { publicUrl, nominatim, opsToken, isSecure, smtpUrl } = settings;
  const routes = new Hono();
  if (smtpUrl === undefined) routes.route('/', mailboxPages({ db, opsToken, isSecure }));
  const stripe = settings.stripe.secretKey === undefined ? cardSandbox(needs, self) : undefined;
  if (stripe !== undefined) routes.route('/', stripe.sandbox.routes);
  const provider =
    stripe?.provider ?? stripeProvider(settings.stripe.secretKey ?? '', settings.stripe.webhookSecret);
  return {
    mail: smtpUrl === undefined ? mailboxMail(db, clock) : smtpMail(smtpUrl, publicUrl),
    payments: stripePayments({ db, clock, log, provider }, publicUrl),
    places: createPlaces({ db, clock, log, publicUrl, nominatim }),
    sandbox: { routes, cards: stripe?.cards },
    start: () => stripe?.sandbox.start(),
    stop: async () => stripe?.sandbox.stop(),
  };
}

function cardSandbox({ db, clock, log, secret }: Needs, self: Address) {
  const keys = sandboxKeys(secret);
  const sandbox = stripeSandbox({
    db,
    clock,
    keys,
    send: sendTo(`http://${self.host}:${self.port}/webhooks/stripe`),
    report: (error) => log.error({ err: error }, 'a sandbox webhook could not be delivered'),
  });
  return {
    sandbox,
    provider: stripeProvider(keys.secretKey, keys.webhookSecret, { ...self, path: '/sandbox/stripe' }),
    cards: { publishableKey: keys.publishableKey, scriptUrl: '/sandbox/stripe.js' },
  };
}

/** Keys in Stripe's form that only this installation's own sandbox knows. */
function sandboxKeys(secret: Uint8Array): SandboxKeys {
  const key = (name: string) =>
    createHmac('sha256', secret).update(`sandbox ${name}`).digest('hex').slice(0, 32);
  return {
    secretKey: `sk_test_${key('secret')}`,
    publishableKey: `pk_test_${key('publishable')}`,
    webhookSecret: `whsec_${key('webhook')}`,
  };
}
