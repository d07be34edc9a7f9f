import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paymentEvents, payments as paymentsTable } from '../../server/db/payment-schema.ts';
import { deliveryRequests, jobs } from '../../server/db/schema.ts';
import { webhookJob } from '../../server/sandbox/stripe/objects.ts';
import { onBothDatabases } from '../support/databases.ts';
import {
  createPaymentHarness,
  createRequest,
  createUser,
  DECLINED,
  listPayments,
  ORIGIN,
  type PaymentHarness,
  payWithCard,
} from '../support/payment-harness.ts';

onBothDatabases('payment webhooks', (open) => {
  let harness: PaymentHarness;
  let userId: number;
  let requestId: number;
  let sessionUrl: string;

  beforeAll(async () => {
    harness = await createPaymentHarness(open);
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    harness.webhooks.holdWebhooks = true;
    userId = await createUser(harness);
    requestId = await createRequest(harness, userId);
    ({ sessionUrl } = await harness.payments.createSession({ userId, requestId, origin: ORIGIN }));
    await harness.sandbox.deliver();
    harness.webhooks.sent = [];
  });

  const statusOf = async () =>
    (await harness.db.select().from(deliveryRequests).where(eq(deliveryRequests.id, requestId)))[0]?.status;
  const history = () => listPayments(harness, userId);
  const sign = (payload: string, { secret = harness.webhookSecret, age = 0 } = {}) =>
    Stripe.webhooks.generateTestHeaderString({
      payload,
      secret,
      timestamp: Math.floor(harness.clock.now().getTime() / 1000) - age,
    });
  const completed = (sessionId: string) =>
    JSON.stringify({
      id: `evt_${Math.random()}`,
      object: 'event',
      type: 'checkout.session.completed',
      created: Math.floor(Date.now() / 1000),
      data: { object: { id: sessionId, object: 'checkout.session', payment_status: 'paid' } },
    });
  const sessionIdOf = async () =>
    (await harness.db.select().from(paymentsTable).where(eq(paymentsTable.deliveryRequestId, requestId)))[0]
      ?.sessionId ?? '';

  describe('A webhook', () => {
    test.each([
      ['without a signature', () => undefined],
      ['with a signature of another secret', (body: string) => sign(body, { secret: 'whsec_other' })],
      ['with a signature that is six minutes old', (body: string) => sign(body, { age: 360 })],
      ['with a signature of another body', () => sign('{}')],
      ['with a malformed signature', () => 't=1,v1=00'],
    ])('%s is rejected and changes nothing', async (_, signature) => {
      await payWithCard(harness, sessionUrl);
      const body = completed(await sessionIdOf());
      await expect(harness.payments.handleWebhook(body, signature(body))).rejects.toMatchObject({
        status: 400,
      });
      expect(await statusOf()).toBe(0);
    });

    test('for a payment that the provider does not confirm changes nothing', async () => {
      const body = completed(await sessionIdOf());
      await harness.payments.handleWebhook(body, sign(body));
      expect(await statusOf()).toBe(0);
      expect(await history()).toEqual([]);
    });

    test('about a session of someone else is accepted and ignored', async () => {
      for (const body of [
        completed('cs_of_another_program'),
        '{"id":"evt_1","object":"event","type":"checkout.session.completed","created":1,"data":{"object":null}}',
        '{"id":"evt_2","object":"event","type":"payment_intent.payment_failed","data":{"object":{"id":"pi","object":"payment_intent","metadata":{"deliveryRequestId":"99999999999999"}}},"created":1}',
      ]) {
        await harness.payments.handleWebhook(body, sign(body));
      }
      expect(await statusOf()).toBe(0);
    });

    test('about a warning of fraud is accepted and leaves one line in the log (PAY-96)', async () => {
      const charge = { object: 'radar.early_fraud_warning', charge: 'ch_1', payment_intent: 'pi_1' };
      const body = JSON.stringify({
        id: 'evt_warning',
        object: 'event',
        type: 'radar.early_fraud_warning.created',
        created: 1,
        data: { object: { id: 'issfr_1', ...charge } },
      });
      const lines = harness.log.length;
      await harness.payments.handleWebhook(body, sign(body));
      expect(harness.log.slice(lines).map((line) => JSON.parse(line))).toMatchObject([
        { level: 30, event: 'evt_warning', type: 'radar.early_fraud_warning.created' },
      ]);
      expect(await statusOf()).toBe(0);
    });

    test('that arrives twenty times at the same time pays once (REL-10)', async () => {
      await payWithCard(harness, sessionUrl);
      const body = completed(await sessionIdOf());
      await Promise.all(Array.from({ length: 20 }, () => harness.payments.handleWebhook(body, sign(body))));
      expect(await statusOf()).toBe(1);
      expect(await history()).toMatchObject([{ status: 2 }]);
    });

    test('about a decline that arrives after the payment does not change it (REL-10)', async () => {
      await payWithCard(harness, sessionUrl, DECLINED);
      await payWithCard(harness, sessionUrl);
      await harness.sandbox.deliver();
      const deliveries = harness.webhooks.sent;
      expect(deliveries.length).toBeGreaterThanOrEqual(4);
      // Deliver the newest first, so that the decline arrives last.
      for (const { body, signature } of [...deliveries].reverse())
        await harness.payments.handleWebhook(body, signature);
      expect(await history()).toMatchObject([{ status: 2, cardLast4: '4242' }]);
      expect(await statusOf()).toBe(1);
    });
  });

  describe('The sandbox', () => {
    test('redelivers a webhook until it is accepted', async () => {
      await payWithCard(harness, sessionUrl);
      expect(await harness.sandbox.deliver()).toBe(0);
      harness.webhooks.holdWebhooks = false;
      // On a busy machine the wait after the last attempt may be over by now.
      const early = await harness.sandbox.deliver();
      harness.clock.pass(11_000);
      expect(early + (await harness.sandbox.deliver())).toBeGreaterThanOrEqual(3);
      expect(await statusOf()).toBe(1);
      harness.clock.pass(3600_000);
      harness.webhooks.sent = [];
      await harness.sandbox.deliver();
      expect(harness.webhooks.sent).toHaveLength(0);
      const isWebhook = eq(jobs.kind, webhookJob.kind);
      expect(await harness.db.select().from(jobs).where(isWebhook)).toEqual([]);
    });
  });

  describe('Without webhooks', () => {
    test('the reconciler finds a payment in its next run', async () => {
      await payWithCard(harness, sessionUrl);
      await harness.payments.reconcile();
      expect(await statusOf()).toBe(1);
      expect(await history()).toMatchObject([{ status: 2 }]);
    });

    test('the reconciler finds a declined card', async () => {
      await payWithCard(harness, sessionUrl, DECLINED);
      await harness.payments.reconcile();
      expect(await history()).toMatchObject([{ status: 3, cardLast4: '0002' }]);
    });

    test('the reconciler finds a payment among many open checkouts', async () => {
      for (let index = 0; index < 30; index += 1) {
        const open = await createRequest(harness, userId);
        await harness.payments.createSession({ userId, requestId: open, origin: ORIGIN });
      }
      await payWithCard(harness, sessionUrl);
      await harness.payments.reconcile();
      expect(await statusOf()).toBe(1);
    });

    test('the reconciler reads every event since its last run, however many there are (PAY-08)', async () => {
      await payWithCard(harness, sessionUrl);
      const [own] = (await harness.stripe.events.list({ types: ['checkout.session.completed'] })).data;
      if (own === undefined) throw new Error('no event');
      const foreign = Array.from({ length: 10_000 }, (_, n) => ({ ...own, id: `evt_${n}`, type: 'other' }));
      await withEvents([...foreign, own], () => harness.payments.reconcile());
      const found = eq(paymentEvents.id, own.id);
      expect(await harness.db.select().from(paymentEvents).where(found)).toHaveLength(1);
    });

    test('the reconciler finds a payment when the list of events is lost', async () => {
      await payWithCard(harness, sessionUrl);
      harness.clock.pass(30_000);
      await withEvents([], async () => {
        for (let turn = 0; turn < 5 && (await statusOf()) === 0; turn += 1)
          await harness.payments.reconcile();
      });
      expect(await statusOf()).toBe(1);
    });

    async function withEvents(events: readonly object[], run: () => Promise<void>): Promise<void> {
      const { list } = harness.stripe.events;
      Object.assign(harness.stripe.events, { list: () => Readable.from(events) });
      await run();
      Object.assign(harness.stripe.events, { list });
    }
  });
});
