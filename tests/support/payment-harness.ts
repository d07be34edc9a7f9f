import { once } from 'node:events';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { pino } from 'pino';
import type Stripe from 'stripe';
import { type Business, DEFAULT_BUSINESS } from '../../server/config/business.ts';
import type { Db } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { createStripePayments, type Payments } from '../../server/payments/payments.ts';
import { createStripeProvider, type PaymentProvider } from '../../server/payments/provider.ts';
import { insertDeliveryRequest } from '../../server/queries/delivery-requests.ts';
import { insertUser } from '../../server/queries/users.ts';
import { createStripeSandbox } from '../../server/sandbox/stripe/sandbox.ts';
import type { Payment } from '../../src/contract/payment.ts';
import { openEmbedded } from './databases.ts';
import { runDueJobs } from './run-due-jobs.ts';
import { createSandboxJobRunner } from './sandbox-jobs.ts';

export const SUPPORT_EMAIL = 'help@send.example';
export const BUSINESS: Business = {
  ...DEFAULT_BUSINESS,
  support: { email: SUPPORT_EMAIL },
  operator: { name: 'Send Ltd', address: '1 Quay, Dublin', vatNumber: 'IE1234567A' },
};
export const ORIGIN = 'http://localhost:8080';
const WEBHOOK_SECRET = 'whsec_test_of_payments';

/** Payments, sandbox and database, connected as in `main.ts`, on a free port and with an adjustable clock. */
export type PaymentHarness = {
  db: Db;
  payments: Payments;
  /** Creates the payments of another process that uses the same database, and the same account or the given one. */
  createPayments(
    otherProvider?: PaymentProvider,
    former?: PaymentProvider,
    vatPercent?: number,
    settings?: Business,
  ): Payments;
  /** @param through the URL of a proxy in front of the sandbox */
  createProvider(through?: string): PaymentProvider;
  sandbox: ReturnType<typeof createStripeSandbox> & {
    /** Delivers the webhooks that are due now and returns how many arrived. */
    deliver(): Promise<number>;
  };
  stripe: Stripe;
  webhookSecret: string;
  clock: { now(): Date; pass(milliseconds: number): void };
  /** The log up to now, as text. */
  log: string[];
  /** Webhooks that the sandbox tried to deliver while `holdWebhooks` was true. */
  webhooks: { holdWebhooks: boolean; sent: { body: string; signature: string }[] };
  /** The URL of the sandbox. */
  base: string;
  /** Calls the sandbox over HTTP, as a browser would. */
  request(path: string, form?: Record<string, string>, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
};

export async function createPaymentHarness(open = openEmbedded): Promise<PaymentHarness> {
  const database = await open();
  const { db } = database;
  await migrate(db);

  let ahead = 0;
  const clock = {
    now: () => new Date(Date.now() + ahead),
    pass(milliseconds: number) {
      ahead += milliseconds;
    },
  };
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  const net: PaymentHarness['webhooks'] = { holdWebhooks: false, sent: [] };
  const keys = {
    secretKey: 'sk_test_of_payments',
    publishableKey: 'pk_test_sandbox',
    webhookSecret: WEBHOOK_SECRET,
  };
  let delivered = 0;
  const sandbox = createStripeSandbox({
    db,
    clock,
    keys,
    log,
    async send(body, signature) {
      net.sent.push({ body, signature });
      if (net.holdWebhooks) return 503;
      await payments.handleWebhook(body, signature);
      delivered += 1;
      return 200;
    },
  });
  const runSandboxJobs = createSandboxJobRunner({ db, log, handlers: sandbox.jobs }, () => ahead);
  const server = createServer(getRequestListener(new Hono().route('/sandbox', sandbox.routes).fetch));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const base = `http://127.0.0.1:${address.port}`;
  const createProvider = (through = base) => {
    const { hostname: host, port } = new URL(through);
    const at = { host, port: Number(port), path: '/sandbox/stripe' };
    return createStripeProvider(keys.secretKey, WEBHOOK_SECRET, at);
  };
  const provider = createProvider();
  const createPayments: PaymentHarness['createPayments'] = (
    otherProvider = provider,
    former = undefined,
    vatPercent = BUSINESS.tariff.vatPercent,
    settings = BUSINESS,
  ) => {
    const business = { ...settings, tariff: { ...settings.tariff, vatPercent } };
    return createStripePayments({ db, clock, log, provider: otherProvider, former, business });
  };
  const payments = createPayments();

  return {
    db,
    payments,
    createPayments,
    createProvider,
    sandbox: {
      ...sandbox,
      async deliver() {
        const before = delivered;
        await runSandboxJobs();
        return delivered - before;
      },
    },
    stripe: provider.stripe,
    webhookSecret: WEBHOOK_SECRET,
    clock,
    log: lines,
    webhooks: net,
    base,
    request(path, form, headers = {}) {
      const body = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) };
      return fetch(base + path, { redirect: 'manual', headers, ...body });
    },
    async close() {
      await sandbox.stop();
      server.closeAllConnections();
      server.close();
      await database.close();
    },
  };
}

let userCount = 0;

export async function createUser({ db }: PaymentHarness): Promise<number> {
  userCount += 1;
  const user = await insertUser(db, {
    name: 'Aoife Brennan',
    email: `aoife${userCount}@example.ie`,
    phoneNumber: '+353 1 234 5678',
    passwordHash: 'none',
    created: new Date(),
  });
  if (user === undefined) throw new Error('no user');
  return user.id;
}

/** Creates a request that waits for payment. The price is in cents. */
export async function createRequest(
  { db }: PaymentHarness,
  userId: number,
  priceCents = 1840,
): Promise<number> {
  const now = new Date();
  const row = await insertDeliveryRequest(db, {
    userId,
    created: now,
    lastModified: now,
    pickUp: { name: '12 Leinster Road, Rathmines' },
    dropOff: { name: '3 Abbey Street, Howth' },
    weight: 30,
    volume: 1.2,
    width: 1.2,
    length: 1,
    height: 1,
    deliveryNote: '',
    deliveryType: 0,
    isPriority: false,
    isFragile: false,
    status: 0,
    priceCents,
    currency: 'EUR',
  });
  if (row === undefined) throw new Error('no request');
  return row.id;
}

export const VISA = { number: '4242 4242 4242 4242', expiry: '12 / 40', cvc: '123' };
export const DECLINED = { ...VISA, number: '4000 0000 0000 0002' };
export const CARDHOLDER = { name: 'Aoife Brennan', email: 'aoife@example.ie' };

/** Fills in the hosted checkout page and presses Pay. */
export function payWithCard(harness: PaymentHarness, sessionUrl: string, card = VISA): Promise<Response> {
  return harness.request(new URL(sessionUrl).pathname, { ...card, ...CARDHOLDER });
}

/** Runs every job that is due. */
export async function runJobs({ db, payments }: PaymentHarness): Promise<void> {
  await runDueJobs({ db, log: pino({ level: 'silent' }), handlers: payments.jobs });
}

/** The payments of a customer, newest first. */
export async function listPayments({ payments }: PaymentHarness, userId: number): Promise<Payment[]> {
  const all = { limit: 500, after: undefined, search: '', from: undefined, to: undefined };
  return (await payments.listPaymentPage(userId, all)).page;
}
