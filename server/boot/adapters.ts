import { createHmac } from 'node:crypto';
import { Hono } from 'hono';
import { serviceName } from '../config/business.ts';
import type { Settings } from '../config/environment.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { createMailboxMailer, createSmtpMailer } from '../mail/mailers.ts';
import { createStripePayments } from '../payments/payments.ts';
import { createStripeProvider } from '../payments/provider.ts';
import { createPlaces } from '../places/places.ts';
import { createMailboxPages } from '../sandbox/mailbox.ts';
import type { SandboxKeys } from '../sandbox/stripe/api-calls.ts';
import { createStripeSandbox, createWebhookSender } from '../sandbox/stripe/sandbox.ts';

type AdapterDependencies = CoreDependencies & { settings: Settings; secret: Uint8Array };
type ServerAddress = { host: string; port: number };

export type Sandbox = ReturnType<typeof createAdapters>['sandbox'];

/** Chooses the real service for each adapter if the operator has configured it, else the one of the sandbox. */
export function createAdapters(dependencies: AdapterDependencies, server: ServerAddress) {
  const { db, clock, log, settings } = dependencies;
  const { publicUrl, nominatim, operators, isLoopback, smtpUrl, business } = settings;
  const { secretKey = '', webhookSecret, formerSecretKey } = settings.stripe;
  const routes = new Hono();
  if (smtpUrl === undefined) routes.route('/', createMailboxPages({ db, operators, isLoopback }));
  const stripe = secretKey === '' ? createSandboxProvider(dependencies, server) : undefined;
  if (stripe !== undefined) routes.route('/', stripe.sandbox.routes);
  const provider = stripe?.provider ?? createStripeProvider(secretKey, webhookSecret);
  const former = formerSecretKey === undefined ? undefined : createStripeProvider(formerSecretKey, undefined);
  const address = business.sender.email ?? `no-reply@${new URL(publicUrl).hostname}`;
  const sender = { name: serviceName(business), address };
  const payments = createStripePayments({ db, clock, log, provider, former, business });
  const smtp = smtpUrl === undefined ? undefined : createSmtpMailer(smtpUrl, sender);
  return {
    mail: smtp ?? createMailboxMailer(db, clock),
    payments,
    places: createPlaces({ db, clock, log, publicUrl, nominatim }),
    /** Its routes, below `/sandbox`, and what the page needs to collect cards there unless a real payment key is set. */
    sandbox: { routes, cards: stripe?.cards },
    jobs: { ...payments.jobs, ...stripe?.sandbox.jobs },
    /** Stops it, and closes the connections to the mail server. */
    async stop() {
      smtp?.close();
      await stripe?.sandbox.stop();
    },
  };
}

function createSandboxProvider({ db, clock, log, secret }: AdapterDependencies, address: ServerAddress) {
  const keys = deriveSandboxKeys(secret);
  const sandbox = createStripeSandbox({
    db,
    clock,
    keys,
    send: createWebhookSender(address),
    log,
  });
  return {
    sandbox,
    provider: createStripeProvider(keys.secretKey, keys.webhookSecret, {
      ...address,
      path: '/sandbox/stripe',
    }),
    cards: { publishableKey: keys.publishableKey, scriptUrl: '/sandbox/stripe.js' },
  };
}

/** Keys in Stripe's form that only this installation's own sandbox knows. */
function deriveSandboxKeys(secret: Uint8Array): SandboxKeys {
  const key = (name: string) =>
    createHmac('sha256', secret).update(`sandbox ${name}`).digest('hex').slice(0, 32);
  return {
    secretKey: `sk_test_${key('secret')}`,
    publishableKey: `pk_test_${key('publishable')}`,
    webhookSecret: `whsec_${key('webhook')}`,
  };
}
