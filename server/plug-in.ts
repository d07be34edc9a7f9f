import { createHmac } from 'node:crypto';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Db } from './db/database.ts';
import type { Settings } from './env.ts';
import { mailboxMail, smtpMail } from './mail.ts';
import { stripePayments } from './payments/payments.ts';
import { stripeProvider } from './payments/provider.ts';
import type { Clock, Mail, Payments, Sandbox } from './ports.ts';
import { mailboxPages } from './sandbox/mailbox/mailbox.ts';
import type { SandboxKeys } from './sandbox/stripe/keys.ts';
import { type StripeSandbox, stripeSandbox } from './sandbox/stripe/sandbox.ts';
import { sendTo } from './sandbox/stripe/webhooks.ts';

type Needs = { db: Db; clock: Clock; log: Logger; settings: Settings; secret: Uint8Array };
type Address = { host: string; port: number };

export type PluggedIn = {
  mail: Mail;
  payments: Payments;
  /** Absent where a real payment key is set. */
  sandbox: (Sandbox & Pick<StripeSandbox, 'start' | 'stop'>) | undefined;
  /** Absent where there is a mail server. */
  mailbox: Hono | undefined;
};

/** Chooses the real thing behind each port where the operator gave a key to it, else the sandbox's. */
export function plugIn(needs: Needs, self: Address): PluggedIn {
  const { db, clock, log, settings } = needs;
  const { secretKey, webhookSecret } = settings.stripe;
  const { smtpUrl, publicUrl, opsToken, isSecure } = settings;
  const mail = smtpUrl === undefined ? mailboxMail(db, clock) : smtpMail(smtpUrl, publicUrl);
  const mailbox = smtpUrl === undefined ? mailboxPages({ db, opsToken, isSecure }) : undefined;
  if (secretKey !== undefined) {
    const provider = stripeProvider(secretKey, webhookSecret);
    return {
      mail,
      mailbox,
      payments: stripePayments({ db, clock, log, provider }, publicUrl),
      sandbox: undefined,
    };
  }
  const keys = sandboxKeys(needs.secret);
  const provider = stripeProvider(keys.secretKey, keys.webhookSecret, { ...self, path: '/sandbox/stripe' });
  const stripe = stripeSandbox({
    db,
    clock,
    keys,
    send: sendTo(`http://${self.host}:${self.port}/webhooks/stripe`),
    report: (error) => log.error({ err: error }, 'a sandbox webhook could not be delivered'),
  });
  return {
    mail,
    mailbox,
    payments: stripePayments({ db, clock, log, provider }, publicUrl),
    sandbox: { ...stripe, publishableKey: keys.publishableKey, scriptUrl: '/sandbox/stripe.js' },
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
