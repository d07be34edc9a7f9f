import { eq, sql } from 'drizzle-orm';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { payments as paymentsTable } from '../../server/db/payment-schema.ts';
import { deliveryRequests } from '../../server/db/schema.ts';
import { acceptRequest } from '../../server/deliveries/accept-request.ts';
import { recordOrderEvent } from '../../server/deliveries/order-events.ts';
import { refundDelivery } from '../../server/payments/refunds.ts';
import { deliverySubject } from '../../server/queries/payments.ts';
import { listRefunds } from '../../server/queries/refunds.ts';
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
  runJobs,
  VISA,
} from '../support/payment-harness.ts';

const HOUR_MS = 3600_000;
const SLOW_REFUND = { ...VISA, number: '4000 0000 0000 7726' };
const FAILING_REFUND = { ...VISA, number: '4000 0000 0000 5126' };
const DISPUTED = { ...VISA, number: '4000 0000 0000 0259' };

onBothDatabases('refunds and disputes', (open) => {
  let harness: PaymentHarness;
  let userId: number;
  let requestId: number;

  beforeAll(async () => {
    harness = await createPaymentHarness(open);
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    userId = await createUser(harness);
    requestId = await createRequest(harness, userId);
  });

  const rowOf = async () => {
    const [row] = await harness.db
      .select()
      .from(paymentsTable)
      .where(eq(paymentsTable.deliveryRequestId, requestId));
    if (row === undefined) throw new Error('no payment');
    return row;
  };
  const history = async () => (await listPayments(harness, userId))[0];
  const accept = (options = {}) =>
    acceptRequest(
      {
        db: harness.db,
        clock: harness.clock,
        places: {
          match: async () => ({ kind: 'unclear' as const, candidates: [] }),
          routes: harness.sandbox.routes,
        },
      },
      requestId,
      options,
    );
  async function pay(card = VISA): Promise<string> {
    const { sessionUrl } = await harness.payments.createSession({ userId, requestId, origin: ORIGIN });
    await payWithCard(harness, sessionUrl, card);
    await harness.sandbox.deliver();
    const { intentId } = await rowOf();
    if (intentId === null) throw new Error('not paid');
    return intentId;
  }
  /** A payment for a request that was deleted meanwhile, which the server refunds. */
  async function payLate(card: typeof VISA): Promise<void> {
    const { sessionUrl } = await harness.payments.createSession({ userId, requestId, origin: ORIGIN });
    await harness.db.transaction(async (tx) => {
      await harness.payments.expireSessions(tx, deliverySubject(requestId));
      await tx.delete(deliveryRequests).where(eq(deliveryRequests.id, requestId));
    });
    await payWithCard(harness, sessionUrl, card);
    await harness.sandbox.deliver();
  }

  test('a refund made at Stripe shows in the history, in part and in full (PAY-07)', async () => {
    const payment_intent = await pay();
    expect(await history()).toMatchObject({ status: 2, amountRefunded: 0, refund: null, dispute: null });
    await harness.stripe.refunds.create({ payment_intent, amount: 400 });
    await harness.sandbox.deliver();
    expect(await history()).toMatchObject({ status: 2, amount: 18.4, amountRefunded: 4 });
    await harness.stripe.refunds.create({ payment_intent });
    await harness.sandbox.deliver();
    expect(await history()).toMatchObject({ amountRefunded: 18.4 });
  });

  test('a refund made at Stripe is found without webhooks (PAY-07)', async () => {
    const payment_intent = await pay();
    harness.webhooks.holdWebhooks = true;
    await harness.stripe.refunds.create({ payment_intent, amount: 400 });
    await harness.payments.reconcile();
    harness.webhooks.holdWebhooks = false;
    expect(await history()).toMatchObject({ amountRefunded: 4 });
  });

  test('a refund that has not arrived yet is shown as pending (PAY-07)', async () => {
    const payment_intent = await pay(SLOW_REFUND);
    harness.webhooks.holdWebhooks = true;
    await harness.stripe.refunds.create({ payment_intent });
    await harness.payments.reconcile();
    expect(await history()).toMatchObject({ amountRefunded: 18.4, refund: 'pending' });
    harness.webhooks.holdWebhooks = false;
    harness.clock.pass(HOUR_MS);
    await harness.sandbox.deliver();
    expect(await history()).toMatchObject({ amountRefunded: 18.4, refund: 'done' });
  });

  test('a dispute shows in the history until it is won (PAY-07)', async () => {
    const payment_intent = await pay(DISPUTED);
    expect(await history()).toMatchObject({ status: 2, dispute: 'needs_response' });
    const [dispute] = (await harness.stripe.disputes.list({ payment_intent })).data;
    await harness.stripe.disputes.update(dispute?.id ?? '', {
      evidence: { uncategorized_text: 'winning_evidence' },
    });
    await harness.sandbox.deliver();
    expect(await history()).toMatchObject({ status: 2, dispute: 'won' });
  });

  test('a dispute is shown although the key has no right to read disputes (PAY-07)', async () => {
    const denied = new Stripe.errors.StripePermissionError({ type: 'invalid_request_error', message: 'no' });
    const list = vi.spyOn(harness.stripe.disputes, 'list').mockRejectedValue(denied);
    await pay(DISPUTED);
    list.mockRestore();
    expect(await history()).toMatchObject({ dispute: 'needs_response' });
  });

  test('operators must confirm that they accept a refunded delivery (PAY-07)', async () => {
    const payment_intent = await pay();
    await harness.stripe.refunds.create({ payment_intent, amount: 1 });
    await harness.sandbox.deliver();
    await expect(accept()).rejects.toMatchObject({ status: 409, code: 'PAYMENT_REFUNDED' });
    expect(await accept({ ignorePayment: true })).toMatchObject({ deliveryRequestId: requestId });
  });

  test('operators must confirm that they accept a disputed delivery, unless the dispute was won (PAY-07)', async () => {
    const payment_intent = await pay(DISPUTED);
    await expect(accept()).rejects.toMatchObject({ status: 409, code: 'PAYMENT_DISPUTED' });
    const [dispute] = (await harness.stripe.disputes.list({ payment_intent })).data;
    await harness.stripe.disputes.update(dispute?.id ?? '', {
      evidence: { uncategorized_text: 'winning_evidence' },
    });
    await harness.sandbox.deliver();
    expect(await accept()).toMatchObject({ deliveryRequestId: requestId });
  });

  test('canceling the order of a paid delivery refunds it, once (PAY-13)', async () => {
    const payment_intent = await pay();
    await harness.stripe.refunds.create({ payment_intent, amount: 400 });
    await harness.sandbox.deliver();
    const { guid } = await accept({ ignorePayment: true });
    await recordOrderEvent({ ...harness, timeZone: 'UTC' }, guid, { type: 10 });
    expect(await history()).toMatchObject({ status: 2, refund: 'due', amountRefunded: 4 });
    await recordOrderEvent({ ...harness, timeZone: 'UTC' }, guid, { type: 3, status: 2 });
    await recordOrderEvent({ ...harness, timeZone: 'UTC' }, guid, { type: 10 });
    await runJobs(harness);
    expect(await history()).toMatchObject({ refund: 'done', amountRefunded: 18.4 });
    expect((await harness.stripe.refunds.list({ payment_intent })).data).toMatchObject([
      { amount: 1440 },
      { amount: 400 },
    ]);
  });

  test('canceling refunds no money that a dispute has already returned (PAY-13)', async () => {
    const payment_intent = await pay(DISPUTED);
    const [dispute] = (await harness.stripe.disputes.list({ payment_intent })).data;
    await harness.stripe.disputes.close(dispute?.id ?? '');
    await harness.sandbox.deliver();
    const { guid } = await accept({ ignorePayment: true });
    await recordOrderEvent({ ...harness, timeZone: 'UTC' }, guid, { type: 10 });
    expect(await history()).toMatchObject({ dispute: 'lost', refund: null });
  });

  test('money of another amount than the price is returned, all of it (PAY-13)', async () => {
    const { sessionUrl } = await harness.payments.createSession({ userId, requestId, origin: ORIGIN });
    const { sessionId } = await rowOf();
    await harness.db.execute(
      sql`update sandbox_objects set body = jsonb_set(body, '{amount_total}', '2500') where id = ${sessionId}`,
    );
    await payWithCard(harness, sessionUrl);
    await harness.sandbox.deliver();
    await harness.payments.reconcile();
    const { data } = await harness.stripe.refunds.list({ payment_intent: (await rowOf()).intentId ?? '' });
    expect(data.map(({ amount }) => amount)).toEqual([2500]);
  });

  test('a refund that was made at Stripe in the meantime is shown once (PAY-07)', async () => {
    const payment_intent = await pay();
    const { id } = await rowOf();
    harness.webhooks.holdWebhooks = true;
    const create = vi
      .spyOn(harness.stripe.refunds, 'create')
      .mockRejectedValue(
        new Stripe.errors.StripeInvalidRequestError({ type: 'invalid_request_error', message: 'No balance' }),
      );
    const operator = { actor: 'operator test', source: '127.0.0.1' };
    await harness.payments.operator.refund({
      paymentId: id,
      amountCents: undefined,
      key: `twice-${id}`,
      operator,
    });
    create.mockRestore();
    expect(await history()).toMatchObject({ refund: 'failed' });
    await harness.stripe.refunds.create({ payment_intent });
    await harness.payments.operator.retryRefunds(id, operator);
    harness.webhooks.holdWebhooks = false;
    await harness.sandbox.deliver();
    const refunds = (await history())?.history?.filter(({ kind }) => kind === 'refund');
    expect(refunds).toMatchObject([{ amount: 18.4, state: 'done' }]);
  });

  test('a due refund of the rest is shown with what is left (PAY-07)', async () => {
    await pay();
    const { id } = await rowOf();
    await harness.payments.operator.refund({
      paymentId: id,
      amountCents: 500,
      key: `part-${id}`,
      operator: { actor: 'operator test', source: '127.0.0.1' },
    });
    await harness.db.transaction((tx) => refundDelivery(tx, deliverySubject(requestId), harness.clock.now()));
    const refunds = (await history())?.history?.filter(({ kind }) => kind === 'refund');
    expect(refunds).toMatchObject([{ amount: 5 }, { amount: 13.4, state: 'due' }]);
  });

  test('a declined attempt is shown, although an earlier payment was returned (PAY-09)', async () => {
    const { sessionUrl } = await harness.payments.createSession({ userId, requestId, origin: ORIGIN });
    await harness.db.transaction((tx) => harness.payments.expireSessions(tx, deliverySubject(requestId)));
    await payWithCard(harness, sessionUrl);
    await harness.sandbox.deliver();
    expect(await harness.payments.findPayment(userId, requestId)).toMatchObject({
      status: 4,
      refund: 'done',
    });
    harness.clock.pass(1000);
    const second = await harness.payments.createSession({ userId, requestId, origin: ORIGIN });
    await payWithCard(harness, second.sessionUrl, DECLINED);
    await harness.payments.reconcile();
    await harness.payments.refresh(deliverySubject(requestId));
    expect(await harness.payments.findPayment(userId, requestId)).toMatchObject({ status: 3 });
  });

  test('a refund of ours is shown as pending until it has arrived (PAY-07)', async () => {
    harness.webhooks.holdWebhooks = true;
    await payLate(SLOW_REFUND);
    await harness.payments.reconcile();
    expect(await history()).toMatchObject({ status: 4, refund: 'pending', amountRefunded: 18.4 });
    harness.webhooks.holdWebhooks = false;
    harness.clock.pass(HOUR_MS);
    await harness.sandbox.deliver();
    expect(await history()).toMatchObject({ refund: 'done', amountRefunded: 18.4 });
  });

  test('a failed refund is sent again later with a new key, and then shown to operators (PAY-07)', async () => {
    await payLate(FAILING_REFUND);
    await harness.sandbox.deliver();
    expect(await history()).toMatchObject({ refund: 'due', amountRefunded: 0 });
    const { id, intentId } = await rowOf();
    const refundsAtStripe = async () =>
      (await harness.stripe.refunds.list({ payment_intent: intentId ?? '' })).data;
    await harness.payments.reconcile();
    expect(await refundsAtStripe()).toHaveLength(1);
    for (const hours of [2, 25]) {
      harness.clock.pass(hours * HOUR_MS);
      await harness.payments.reconcile();
      await harness.sandbox.deliver();
      await harness.sandbox.deliver();
    }
    expect(await refundsAtStripe()).toMatchObject([
      { status: 'failed' },
      { status: 'failed' },
      { status: 'failed' },
    ]);
    expect(await history()).toMatchObject({ refund: 'failed', amountRefunded: 0 });
    expect(await listRefunds(harness.db, [id])).toMatchObject([
      { state: 'failed', failures: 3, failure: 'expired_or_canceled_card', reason: 'late' },
    ]);
  });

  test('a refund made at Stripe instead of one that failed is the only one, also if both are found late (PAY-90)', async () => {
    const payment_intent = await pay(FAILING_REFUND);
    const { id: paymentId } = await rowOf();
    const refund = {
      paymentId,
      amountCents: 300,
      key: `late-${paymentId}`,
      operator: { actor: 'tests', source: '' },
    };
    await harness.payments.operator.refund(refund);
    harness.webhooks.holdWebhooks = true;
    await harness.sandbox.deliver();
    harness.clock.pass(60_000);
    await harness.stripe.refunds.create({ payment_intent, amount: 300 });
    for (const wait of [60_000, HOUR_MS]) {
      harness.clock.pass(wait);
      await harness.payments.reconcile();
    }
    harness.webhooks.holdWebhooks = false;
    expect(await history()).toMatchObject({ amountRefunded: 3, refund: 'done' });
    expect((await harness.stripe.refunds.list({ payment_intent })).data).toHaveLength(2);
  });

  test('a failed refund whose money was returned with all the rest at Stripe is not shown as made (PAY-07)', async () => {
    const payment_intent = await pay(FAILING_REFUND);
    await harness.payments.operator.refund({
      paymentId: (await rowOf()).id,
      amountCents: 300,
      key: `part-${requestId}`,
      operator: { actor: 'tests', source: '' },
    });
    await harness.sandbox.deliver();
    await harness.stripe.refunds.create({ payment_intent });
    harness.clock.pass(HOUR_MS);
    await harness.payments.reconcile();
    const { amountRefunded, history: movements = [] } = (await history()) ?? {};
    const returned = movements?.filter(({ kind }) => kind === 'refund') ?? [];
    expect(amountRefunded).toBe(18.4);
    expect(returned.reduce((sum, { amount }) => sum + amount, 0)).toBe(18.4);
    expect(returned.every(({ documentUrl }) => documentUrl !== null)).toBe(true);
  });

  test('a refund whose response was lost is not sent twice (PAY-07)', async () => {
    const create = harness.stripe.refunds.create.bind(harness.stripe.refunds);
    const lost = vi.spyOn(harness.stripe.refunds, 'create').mockImplementationOnce(async (...input) => {
      await create(...input);
      throw new Error('the connection broke');
    });
    harness.webhooks.holdWebhooks = true;
    await payLate(VISA);
    await harness.payments.reconcile();
    harness.clock.pass(48 * HOUR_MS);
    await harness.payments.reconcile();
    lost.mockRestore();
    harness.webhooks.holdWebhooks = false;
    const { intentId } = await rowOf();
    expect((await harness.stripe.refunds.list({ payment_intent: intentId ?? '' })).data).toHaveLength(1);
    expect(await history()).toMatchObject({ refund: 'done', amountRefunded: 18.4 });
  });
});
