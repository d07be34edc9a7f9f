import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { payments as paymentsTable } from '../../server/db/payment-schema.ts';
import { toCsv } from '../../server/ops/payment-handlers.ts';
import type { ApiHarness } from '../support/api-harness.ts';
import { onBothDatabases } from '../support/databases.ts';
import { createPaymentApi } from '../support/payment-api.ts';
import {
  createRequest,
  createUser,
  listPayments,
  ORIGIN,
  type PaymentHarness,
  payWithCard,
  VISA,
} from '../support/payment-harness.ts';

type Row = { id: number; amount: number; amountRefunded: number; refund: string; dispute: string | null };
type Detail = Row & {
  refunds: { id: number }[];
  entries: { kind: string; amount: number }[];
  events: object[];
};
const DAY_MS = 24 * 3600_000;
const DISPUTED = { ...VISA, number: '4000 0000 0000 0259' };
const FAILING_REFUND = { ...VISA, number: '4000 0000 0000 5126' };

onBothDatabases('operators and payments', (open) => {
  let harness: PaymentHarness;
  let api: ApiHarness;
  let userId: number;

  beforeAll(async () => {
    ({ harness, api } = await createPaymentApi(open));
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    harness.webhooks.holdWebhooks = false;
    userId = await createUser(harness);
  });

  async function paid(card = VISA): Promise<{ id: number; intentId: string }> {
    const requestId = await createRequest(harness, userId, 1333);
    const { sessionUrl } = await harness.payments.createSession({ userId, requestId, origin: ORIGIN });
    await payWithCard(harness, sessionUrl, card);
    await harness.sandbox.deliver();
    const [row] = await harness.db
      .select()
      .from(paymentsTable)
      .where(eq(paymentsTable.deliveryRequestId, requestId));
    if (row === undefined || row.intentId === null) throw new Error('not paid');
    return { id: row.id, intentId: row.intentId };
  }
  const get = async <T>(path: string) => (await api.ops('GET', path)).body as T;
  const failRefunds = (id: number) =>
    harness.db.execute(`update payment_refunds set state = 'failed', failures = 3 where payment_id = ${id}`);
  const refund = (id: number, key: string, body: object = {}) =>
    api.ops('POST', `payments/${id}/refunds`, body, undefined, { 'idempotency-key': key });

  test('list payments with filters, and as CSV (PAY-15)', async () => {
    const first = await paid();
    const second = await paid(DISPUTED);
    const ids = async (query: string) => (await get<Row[]>(`payments?${query}`)).map(({ id }) => id);
    expect(await ids('order=newest&limit=2')).toEqual([second.id, first.id]);
    expect(await ids('disputed=1')).toContain(second.id);
    expect(await ids('disputed=1')).not.toContain(first.id);
    expect(await ids('status=3')).toEqual([]);
    expect((await api.ops('GET', 'payments?colour=red')).status).toBe(400);
    const csv = await api.ops('GET', 'payments?order=newest&format=csv');
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.body).toMatch(
      /^id,created,paid,paidDay,status,amount,currency,[\w,]+\r\n\d+,[^,]+Z,[^,]+Z,[\d-]{10},2,13\.33,EUR,10\.84,23,2\.49,\d+,0\.00,[\d.]+,EUR,/,
    );
  });

  test('refund a part and then the rest, once per idempotency key (PAY-15)', async () => {
    const { id, intentId } = await paid();
    expect((await refund(id, 'first-refund', { amount: 4 })).body).toMatchObject({ amountRefunded: 4 });
    expect((await refund(id, 'first-refund', { amount: 4 })).body).toMatchObject({ amountRefunded: 4 });
    expect(await refund(id, 'first-refund', { amount: 5 })).toMatchObject({ status: 422 });
    expect(await refund(id, 'another-refund', { amount: 9.34 })).toMatchObject({
      status: 409,
      body: { title: 'REFUND_TOO_LARGE' },
    });
    expect((await refund(id, 'second-refund')).body).toMatchObject({ amountRefunded: 13.33, refund: 'done' });
    expect(await refund(id, 'third-refund')).toMatchObject({ status: 409 });
    const { data } = await harness.stripe.refunds.list({ payment_intent: intentId });
    expect(data.map(({ amount }) => amount)).toEqual([933, 400]);
    const detail = await get<Detail>(`payments/${id}`);
    expect(detail.entries.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['charge', 13.33],
      ['refund', -4],
      ['refund', -9.33],
    ]);
    expect(detail.refunds).toHaveLength(2);
    expect(detail.events.length).toBeGreaterThan(0);
  });

  test.each([
    { amount: 0 },
    { amount: 1e-9 },
    { amount: -1 },
    { amount: 1.234 },
    { amount: '4' },
    { cents: 4 },
  ])('cannot refund %j', async (body) => {
    const { id } = await paid();
    expect((await refund(id, 'wrong-refund', body)).status).toBe(400);
  });

  test('cannot refund without a key, an unknown payment, or twenty times at once (PAY-15)', async () => {
    const { id, intentId } = await paid();
    expect((await api.ops('POST', `payments/${id}/refunds`, {})).status).toBe(400);
    expect((await refund(999_999, 'no-such-payment')).status).toBe(404);
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => refund(id, `parallel-${n}-${id}`, { amount: 10 })),
    );
    expect((await harness.stripe.refunds.list({ payment_intent: intentId })).data).toHaveLength(1);
  });

  test('cannot refund two payments with one key, not even at the same moment (PAY-82)', async () => {
    const ids = [(await paid()).id, (await paid()).id];
    const results = await Promise.all(ids.map((id) => refund(id, `shared-key-${ids[0]}`)));
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    const amounts = await Promise.all(
      ids.map(async (id) => (await get<Row>(`payments/${id}`)).amountRefunded),
    );
    expect(amounts.toSorted()).toEqual([0, 13.33]);
  });

  test('see refunds that wait while Stripe is unavailable, and they are sent later (PAY-15)', async () => {
    const { id } = await paid();
    const away = vi
      .spyOn(harness.stripe.refunds, 'create')
      .mockRejectedValue(new Error('the connection broke'));
    expect((await refund(id, `owed-refund-${id}`)).body).toMatchObject({ refund: 'due', amountRefunded: 0 });
    expect((await get<Row[]>('payments?owed=1')).map((row) => row.id)).toContain(id);
    away.mockRestore();
    harness.clock.pass(30_000);
    await harness.payments.reconcile();
    expect((await get<Row[]>('payments?owed=1')).map((row) => row.id)).not.toContain(id);
  });

  test('send a failed refund once more (PAY-15)', async () => {
    const { id } = await paid();
    expect((await api.ops('POST', `payments/${id}/retry-refunds`)).status).toBe(409);
    await refund(id, `failing-${id}`, { amount: 1 });
    await failRefunds(id);
    expect((await api.ops('POST', `payments/${id}/retry-refunds`)).body).toMatchObject({ amountRefunded: 2 });
  });

  /** A refund in Stripe's dashboard that fails. */
  async function failedAtStripe() {
    const { id, intentId } = await paid(FAILING_REFUND);
    await harness.stripe.refunds.create({ payment_intent: intentId, amount: 300 });
    await harness.sandbox.deliver();
    await harness.sandbox.deliver();
    const [failed] = (await get<Detail>(`payments/${id}`)).refunds;
    expect(failed).toMatchObject({ state: 'failed', reason: 'provider', amount: 3 });
    return { id, intentId, failed };
  }

  test('send a refund once more that was made at Stripe and failed (PAY-15)', async () => {
    const { id, intentId, failed } = await failedAtStripe();
    expect((await api.ops('POST', `payments/${id}/retry-refunds`)).status).toBe(200);
    const atStripe = async () => (await harness.stripe.refunds.list({ payment_intent: intentId })).data;
    expect(await atStripe()).toMatchObject([{ amount: 300 }, { amount: 300, status: 'failed' }]);
    await harness.sandbox.deliver();
    await harness.sandbox.deliver();
    expect(await atStripe()).toMatchObject([{ status: 'failed' }, { status: 'failed' }]);
    const { refunds, documents } = await get<Detail & { documents: object[] }>(`payments/${id}`);
    expect(refunds).toEqual([expect.objectContaining({ id: failed?.id, state: 'failed', failures: 2 })]);
    expect(documents).toMatchObject([{ kind: 'receipt' }, { kind: 'creditNote' }]);
  });

  test('settle a refund that was made at Stripe and failed, for good (PAY-82)', async () => {
    const { id, intentId, failed } = await failedAtStripe();
    const settled = { refund: failed?.id, note: 'by bank transfer' };
    const unknown = await api.ops('POST', `payments/${id}/settle-refund`, { ...settled, refund: 2e9 });
    expect(unknown.status).toBe(400);
    expect(unknown.body).toMatchObject({ errors: [{ message: 'The payment has no refund with this id' }] });
    expect((await api.ops('POST', `payments/${id}/settle-refund`, settled)).status).toBe(200);
    await harness.stripe.refunds.create({ payment_intent: intentId, amount: 100 });
    await harness.sandbox.deliver();
    expect((await get<Detail>(`payments/${id}`)).refunds).toMatchObject([
      { id: failed?.id, state: 'settled', note: 'by bank transfer' },
      { amount: 1 },
    ]);
  });

  test('send or settle a refund that did not arrive before they make another, so that credit notes agree with the money (PAY-90)', async () => {
    const { id } = await paid();
    const documents = async () => (await get<{ documents: object[] }>(`payments/${id}`)).documents.slice(1);
    await refund(id, `failing-${id}`, { amount: 3 });
    await failRefunds(id);
    expect(await refund(id, `instead-${id}`, { amount: 3 })).toMatchObject({
      status: 409,
      body: { title: 'REFUND_NOT_ARRIVED' },
    });
    expect(await documents()).toHaveLength(1);
    await api.ops('POST', `payments/${id}/retry-refunds`);
    expect(await documents()).toHaveLength(1);
    expect((await refund(id, `additional-${id}`, { amount: 3 })).status).toBe(200);
    expect(await documents()).toHaveLength(2);
  });

  test.each([
    ['waits to be sent again', 'due', 1],
    ['has failed for good', 'failed', 3],
    ['was rejected after its credit note', 'rejected', 2],
  ])(
    'make a refund at Stripe instead of one that %s, and it gets no second credit note (PAY-90)',
    async (_how, state, failures) => {
      const { id, intentId } = await paid(FAILING_REFUND);
      await refund(id, `failing-${id}`, { amount: 3 });
      await harness.sandbox.deliver();
      await harness.db.execute(
        `update payment_refunds set state = '${state}', failures = ${failures} where payment_id = ${id}`,
      );
      harness.clock.pass(60_000);
      const instead = await harness.stripe.refunds.create({ payment_intent: intentId, amount: 300 });
      for (const wait of [0, DAY_MS, DAY_MS]) {
        harness.clock.pass(wait);
        await harness.payments.reconcile();
      }
      const {
        refund: summary,
        refunds,
        documents,
      } = await get<Detail & { documents: object[] }>(`payments/${id}`);
      expect(summary).toBe('done');
      expect(refunds).toMatchObject([{ state: 'done' }, { state: 'done', providerRefundId: instead.id }]);
      expect(documents).toMatchObject([{ kind: 'receipt' }, { kind: 'creditNote' }]);
      expect((await harness.stripe.refunds.list({ payment_intent: intentId })).data).toHaveLength(2);
      const [payment] = await listPayments(harness, userId);
      expect(payment?.history?.slice(1)).toEqual([
        expect.objectContaining({ amount: 3, state: 'done', documentUrl: expect.stringContaining('/') }),
      ]);
    },
  );

  test('make a refund of another amount at Stripe, and the one that failed still waits (PAY-90)', async () => {
    const { id, intentId } = await paid(FAILING_REFUND);
    await refund(id, `failing-${id}`, { amount: 3 });
    await harness.sandbox.deliver();
    harness.clock.pass(60_000);
    await harness.stripe.refunds.create({ payment_intent: intentId, amount: 200 });
    await harness.payments.reconcile();
    const { refunds, documents } = await get<Detail & { documents: object[] }>(`payments/${id}`);
    expect(refunds).toMatchObject([{ state: 'due' }, { state: 'done' }]);
    expect(documents).toHaveLength(3);
  });

  test('make a refund of a part at Stripe, and neither the history nor the credit notes exceed the payment when the rest is sent again (PAY-07, PAY-90)', async () => {
    const { id, intentId } = await paid(FAILING_REFUND);
    await refund(id, `failing-${id}`);
    await harness.sandbox.deliver();
    harness.clock.pass(60_000);
    await harness.stripe.refunds.create({ payment_intent: intentId, amount: 600 });
    await harness.payments.reconcile();
    // The customer reads what is left to return, until the refund is sent again.
    const movements = (await listPayments(harness, userId))[0]?.history;
    expect(movements?.slice(1)).toMatchObject([{ amount: 7.33, state: 'due' }, { amount: 6 }]);
    harness.clock.pass(DAY_MS);
    await harness.payments.reconcile();
    const detail = await get<Detail & { documents: object[] }>(`payments/${id}`);
    expect(detail).toMatchObject({ amountRefunded: 13.33, refunds: [{ amount: 7.33 }, { amount: 6 }] });
    expect(detail.documents).toMatchObject([{ kind: 'receipt' }, { kind: 'creditNote' }]);
  });

  test('replay a webhook that could not be handled (PAY-15)', async () => {
    const requestId = await createRequest(harness, userId, 1333);
    const { sessionUrl } = await harness.payments.createSession({ userId, requestId, origin: ORIGIN });
    await payWithCard(harness, sessionUrl);
    const broken = vi
      .spyOn(harness.stripe.checkout.sessions, 'retrieve')
      .mockRejectedValue(new Error('it broke'));
    harness.webhooks.sent = [];
    harness.webhooks.holdWebhooks = true;
    await harness.sandbox.deliver();
    const completed = harness.webhooks.sent.find(({ body }) => body.includes('checkout.session.completed'));
    await expect(harness.payments.handleWebhook(completed?.body ?? '', completed?.signature)).rejects.toThrow(
      'it broke',
    );
    broken.mockRestore();
    const failed = await get<{ id: string; type: string }[]>('payment-events');
    expect(failed[0]).toMatchObject({ type: 'checkout.session.completed', attempts: 1, lastError: 'Error' });
    expect((await api.ops('POST', `payment-events/${failed[0]?.id}/replay`)).status).toBe(200);
    expect((await get<object[]>('payment-events')).length).toBe(failed.length - 1);
    expect((await get<Row[]>(`payments?request=${requestId}`))[0]).toMatchObject({ status: 2 });
    expect(await api.ops('POST', 'payment-events/evt_unknown/replay')).toMatchObject({
      status: 404,
      body: { detail: 'There is no failed webhook with this id.' },
    });
  });

  test('read a report per day that agrees with Stripe to the cent (PAY-15, PAY-73)', async () => {
    const { id } = await paid();
    await refund(id, `reported-${id}`, { amount: 0.07 });
    await harness.payments.reconcile();
    const path = 'reports/payments?from=2026-01-01&to=2099-12-31';
    const report =
      await get<
        Record<'charged' | 'refunded' | 'net' | 'vat' | 'disputed' | 'settled' | 'fees' | 'due', number>[]
      >(path);
    const cents = (key: keyof (typeof report)[number]) =>
      report.reduce((sum, line) => sum + Math.round(line[key] * 100), 0);
    const charges = await harness.stripe.charges.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
    const made = await harness.stripe.refunds.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
    const refunds = made.filter(({ status }) => status !== 'failed');
    const disputes = await harness.stripe.disputes.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
    const sum = (list: { amount: number }[]) => list.reduce((total, { amount }) => total + amount, 0);
    expect(cents('charged')).toBe(sum(charges));
    expect(cents('refunded')).toBe(sum(refunds));
    expect(cents('disputed')).toBe(sum(disputes));
    expect(cents('net') + cents('vat')).toBe(sum(charges) - sum(refunds));
    const booked = await harness.stripe.balanceTransactions
      .list({ limit: 100 })
      .autoPagingToArray({ limit: 1000 });
    const total = (key: 'amount' | 'fee' | 'net') => booked.reduce((all, line) => all + line[key], 0);
    expect([cents('settled'), cents('fees'), cents('due')]).toEqual([
      total('amount'),
      total('fee'),
      total('net'),
    ]);
    expect(total('fee')).toBeGreaterThan(0);
    const csv = await api.ops('GET', `${path}&format=csv`);
    expect(csv.body).toMatch(
      /^day,currency,vatPercent,payments,charged,refunded,net,vat,disputed,settledCurrency,settled,fees,due\r\n20\d\d-\d\d-\d\d,EUR,23,\d+,([\d.]+,){5}EUR,/,
    );
    expect((await api.ops('GET', 'reports/payments?from=2026-01-01')).status).toBe(400);
  });
});

test('a text in a CSV file never runs as a formula (PAY-15)', () => {
  expect(toCsv({ a: (value) => value }, ['=1+1', '-x', 'say "hi", all', -4, null])).toBe(
    'a\r\n\'=1+1\r\n\'-x\r\n"say ""hi"", all"\r\n-4\r\n\r\n',
  );
});
