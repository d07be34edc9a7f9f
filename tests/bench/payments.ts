import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { pino } from 'pino';
import type Stripe from 'stripe';
import { migrate } from '../../server/db/migrate.ts';
import { openDatabase } from '../../server/db/open-database.ts';
import {
  paymentDocuments,
  paymentEntries,
  paymentRefunds,
  payments as paymentsTable,
} from '../../server/db/payment-schema.ts';
import { every } from '../../server/jobs/repeat.ts';
import { createStripeProvider } from '../../server/payments/provider.ts';
import { insertDeliveryRequest } from '../../server/queries/delivery-requests.ts';
import { sumEntriesByDay } from '../../server/queries/payment-ledger.ts';
import { insertUser } from '../../server/queries/users.ts';
import { createStripeSandbox } from '../../server/sandbox/stripe/sandbox.ts';
import { PAYMENT_STATUS } from '../../src/contract/status.ts';
import { FaultProxy, type NetworkFault } from '../support/fault-proxy.ts';
import { openInMemory } from '../support/in-memory-database.ts';
import { startPostgres } from '../support/postgres.ts';
import { createSandboxJobRunner } from '../support/sandbox-jobs.ts';
import { PaymentProcess } from './payment-process.ts';

/**
 * `npm run bench:payments` pays orders through two processes with one database, while a third of their calls to the
 * provider and of its webhooks fail and the processes are killed. Some orders are refunded, in part, in the dashboard or
 * by the bank, and some are disputed. In the end the report of every day must equal the balance transactions of the
 * provider to the cent, and the credit notes the money that went back.
 */
const ORDERS = Number(process.env.ORDERS ?? 200);
const KILLS = Number(process.env.KILLS ?? 20);
const FAULT_RATE = 0.3;
const PARALLEL_ORDERS = 6;
const TIME_ZONE = 'Europe/Dublin';
/** The orders are spread over the days on which the clocks change in Dublin. */
const START = Date.parse('2027-03-26T18:00:00Z');
const SPAN_MS = 4 * 24 * 3600_000;
const HOUR_MS = 3600_000;
const FAULTS: NetworkFault[] = [
  'reset',
  'responseLost',
  'truncated',
  'duplicated',
  'error500',
  'badGateway502',
  'badGatewayAfter',
  'unavailable503',
  'tooMany429',
];
const VISA = { number: '4242 4242 4242 4242', expiry: '12 / 40', cvc: '123' };
const CARDHOLDER = { name: 'Aoife Brennan', email: 'aoife@example.ie' };
const CARDS = {
  paid: VISA,
  disputed: { ...VISA, number: '4000 0000 0000 0259' },
  refundPending: { ...VISA, number: '4000 0000 0000 7726' },
  refundFails: { ...VISA, number: '4000 0000 0000 5126' },
  declined: { ...VISA, number: '4000 0000 0000 0002' },
};
const KEYS = {
  secretKey: 'sk_test_of_the_benchmark',
  publishableKey: 'pk_test_sandbox',
  webhookSecret: 'whsec_of_the_benchmark',
};

const random = createRandom(Number(process.env.SEED ?? 1));
let ahead = START - Date.now();
const clock = { now: () => new Date(Date.now() + ahead) };
let hasFaults = true;
let lostWebhooks = 0;

const cluster = await startPostgres();
const { db } = await openDatabase({ databaseUrl: cluster.url, dataDir: '', poolSize: 10 });
await migrate(db);
const provider = await openInMemory();
await migrate(provider.db);
const log = pino({ level: 'warn' });
const sandbox = createStripeSandbox({
  db: provider.db,
  clock,
  keys: KEYS,
  log,
  async send(body, signature) {
    if (hasFaults && random() < FAULT_RATE) {
      lostWebhooks += 1;
      return 503;
    }
    await anyWorker().perform({ do: 'webhook', body, signature });
    return 200;
  },
});
const listener = createServer(getRequestListener(new Hono().route('/sandbox', sandbox.routes).fetch));
await once(listener.listen(0, 'localhost'), 'listening');
const { port } = listener.address() as AddressInfo;
const base = `http://localhost:${port}`;
const proxy = await FaultProxy.inFrontOf(base);
proxy.chooseFault = () => (hasFaults && random() < FAULT_RATE ? pick(FAULTS) : undefined);
const { stripe } = createStripeProvider(KEYS.secretKey, undefined, {
  host: 'localhost',
  port,
  path: '/sandbox/stripe',
});

const env = {
  DATABASE_URL: cluster.url,
  PROXY_PORT: new URL(proxy.url).port,
  SECRET_KEY: KEYS.secretKey,
  WEBHOOK_SECRET: KEYS.webhookSecret,
};
const runSandboxJobs = createSandboxJobRunner({ db: provider.db, log, handlers: sandbox.jobs }, () => ahead);
const delivering = every(1000, 'webhooks', log, runSandboxJobs);
const workers = [1, 2].map(() => new PaymentProcess(env, () => ahead));
let kills = 0;
const started = performance.now();
let next = 0;
await Promise.all(
  Array.from({ length: PARALLEL_ORDERS }, async () => {
    for (let order = next++; order < ORDERS; order = next++) {
      ahead += SPAN_MS / ORDERS;
      if (kills < Math.floor(((order + 1) * KILLS) / ORDERS)) {
        kills += 1;
        pick(workers).kill();
      }
      await playOrder(order);
    }
  }),
);
hasFaults = false;
// Failed refunds are repeated after an hour and after a day.
for (const wait of [30_000, 30_000, HOUR_MS, 25 * HOUR_MS, 30_000, 30_000, 30_000, 30_000, 30_000, 30_000]) {
  ahead += wait;
  for (let round = 0; round < 3; round += 1) {
    ahead += 30_000;
    await runSandboxJobs();
    await anyWorker().perform({ do: 'reconcile' });
  }
}
const problems = await compare();
const faults = [...proxy.injectedCounts.values()].reduce((sum, count) => sum + count, 0);
console.info(
  `${ORDERS} orders, ${faults} faults, ${lostWebhooks} lost webhooks, ${kills} kills, ${Math.round((performance.now() - started) / 1000)} s`,
);
for (const problem of problems) console.error(problem);
for (const worker of workers) worker.stop();
await Promise.all([delivering.stop(), sandbox.stop()]);
proxy.close();
listener.closeAllConnections();
listener.close();
await cluster.stop();
process.exit(problems.length === 0 ? 0 : 1);

async function playOrder(order: number): Promise<void> {
  const amountCents = 500 + Math.floor(random() * 5000);
  const { userId, requestId } = await createRequest(order, amountCents);
  const kind = pick(['paid', 'paid', 'disputed', 'refundPending', 'refundFails', 'declined'] as const);
  await pay(userId, requestId, kind);
  if (kind === 'declined') await pay(userId, requestId, 'paid');
  const payment = await findPaid(requestId);
  if (payment?.intentId == null) return;
  for (let part = 0; part < Math.floor(random() * 3); part += 1) {
    const cents = random() < 0.3 ? undefined : 100 + Math.floor(random() * (amountCents / 2));
    const refund = {
      do: 'refund',
      paymentId: payment.id,
      amountCents: cents,
      key: `order-${order}-${part}`,
    } as const;
    if (random() < 0.7)
      for (let press = 0; press < 2; press += 1)
        await anyWorker()
          .perform(refund)
          .catch(() => {});
    // The same is done in the provider's dashboard, which rejects what it cannot refund.
    else
      await stripe.refunds.create({ payment_intent: payment.intentId, amount: cents ?? 100 }).catch(() => {});
  }
  if (random() < 0.2)
    await anyWorker()
      .perform({ do: 'retry', paymentId: payment.id })
      .catch(() => {});
  if (kind !== 'disputed') return;
  const [dispute] = (await stripe.disputes.list({ payment_intent: payment.intentId })).data;
  const text = pick(['winning_evidence', 'losing_evidence']);
  if (dispute) await stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: text } });
}

/** Waits until a webhook or the reconciler has stored the payment. */
async function findPaid(requestId: number) {
  for (let round = 0; round < 20; round += 1) {
    const rows = await db.select().from(paymentsTable).where(eq(paymentsTable.deliveryRequestId, requestId));
    const paid = rows.find(({ status }) => status === PAYMENT_STATUS.paid);
    if (paid !== undefined) return paid;
    await anyWorker()
      .perform({ do: 'reconcile' })
      .catch(() => {});
  }
  return undefined;
}

/** A delivery request of a new customer that waits for payment. */
async function createRequest(order: number, priceCents: number) {
  const now = clock.now();
  const email = `customer-${order}@example.ie`;
  const customer = { name: 'Aoife Brennan', email, phoneNumber: '+353 1 234 5678', passwordHash: 'none' };
  const user = await insertUser(db, { ...customer, created: now });
  if (user === undefined) throw new Error('no user');
  const request = await insertDeliveryRequest(db, {
    userId: user.id,
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
  if (request === undefined) throw new Error('no request');
  return { userId: user.id, requestId: request.id };
}

/** The customer presses until a page opens or the request is paid. */
async function pay(userId: number, requestId: number, kind: keyof typeof CARDS): Promise<void> {
  for (let press = 0; press < 20; press += 1) {
    const opened = (await anyWorker()
      .perform({ do: 'session', userId, requestId })
      .catch(() => undefined)) as { sessionUrl: string } | undefined;
    if (opened === undefined) continue;
    const form = new URLSearchParams({ ...CARDS[kind], ...CARDHOLDER });
    await fetch(base + new URL(opened.sessionUrl).pathname, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    });
    return;
  }
}

/** Returns where the ledger differs from the provider, and payments that took too much. */
async function compare(): Promise<string[]> {
  const found: string[] = [];
  const transactions: Stripe.BalanceTransaction[] = await stripe.balanceTransactions
    .list({ limit: 100 })
    .autoPagingToArray({ limit: 10_000 });
  const theirs = new Map<string, { settled: number; fees: number }>();
  const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE });
  const add = (sums: typeof theirs, day: string, settled: number, fees: number) => {
    const sum = sums.get(day) ?? { settled: 0, fees: 0 };
    sums.set(day, { settled: sum.settled + settled, fees: sum.fees + fees });
  };
  for (const { created, amount, fee } of transactions) add(theirs, dayOf.format(created * 1000), amount, fee);
  const ours: typeof theirs = new Map();
  const period = { from: '2027-03-01', to: '2027-04-30', timeZone: TIME_ZONE };
  const lines = await sumEntriesByDay(db, period);
  for (const { day, settled, fees } of lines) add(ours, day, settled, fees);
  const kinds = new Map<string, number>();
  for (const { kind } of await db.select().from(paymentEntries)) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  console.info(`entries by kind: ${JSON.stringify(Object.fromEntries(kinds))}`);
  for (const day of [...new Set([...theirs.keys(), ...ours.keys()])].toSorted()) {
    const [a, b] = [JSON.stringify(theirs.get(day)), JSON.stringify(ours.get(day))];
    console.info(`${day}: ${a}`);
    if (a !== b) found.push(`${day}: the provider has ${a}, the report has ${b}`);
  }
  const booked = new Set((await db.select().from(paymentEntries)).map((entry) => entry.balanceTransaction));
  for (const { id, source, amount } of transactions) {
    if (!booked.has(id)) found.push(`the ledger lacks ${id} of ${String(source)}: ${amount}`);
  }
  for (const kind of ['receipt', 'creditNote'] as const) {
    const notes = await db.select().from(paymentDocuments).where(eq(paymentDocuments.kind, kind));
    const numbers = new Set(notes.map(({ number }) => number));
    if (Math.max(...numbers) !== notes.length) found.push(`the numbers of the ${kind}s have gaps`);
  }
  for (const row of await db.select().from(paymentsTable)) {
    found.push(...(await compareCreditNotes(row)));
    const hasEnded = ['none', 'done', 'rejected', 'failed', 'pending'].includes(row.refund);
    if (!hasEnded) found.push(`payment ${row.id}: a refund is still ${row.refund}`);
    if (row.amountRefundedCents > row.amountCents) found.push(`payment ${row.id}: too much was refunded`);
    if (!row.isLedgerComplete) found.push(`payment ${row.id}: the ledger is not complete`);
  }
  return found;
}

/** Returns whether the credit notes of a payment differ from the money that went back, or that has to be sent again. */
async function compareCreditNotes({ id, intentId, amountCents }: typeof paymentsTable.$inferSelect) {
  if (intentId === null) return [];
  const made = (await stripe.refunds.list({ payment_intent: intentId, limit: 100 })).data;
  const rows = await db.select().from(paymentRefunds).where(eq(paymentRefunds.paymentId, id));
  const notes = await db.select().from(paymentDocuments).where(eq(paymentDocuments.paymentId, id));
  const credited = notes
    .flatMap(({ content }) => content.sections.flatMap((section) => section.rows))
    .filter(({ label }) => label === 'Total, refunded')
    .reduce((sum, { value }) => sum + Math.round(Number(value.replace(/[^0-9.]/g, '')) * 100), 0);
  const returned = made.reduce((sum, { status, amount }) => sum + (status === 'failed' ? 0 : amount), 0);
  const waiting = rows
    .filter(({ announced, state }) => announced && ['due', 'failed', 'rejected'].includes(state))
    .reduce((sum, row) => sum + (row.amountCents ?? 0), 0);
  if (credited === Math.min(returned + waiting, amountCents)) return [];
  return [`payment ${id}: ${credited} credited, ${returned} returned, ${waiting} to be sent again`];
}

function anyWorker(): PaymentProcess {
  return pick(workers);
}

function pick<T>(items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('The list is empty');
  return item;
}

/** A linear congruential generator, so that `SEED` repeats the choices. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
