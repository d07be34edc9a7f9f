import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { paymentEntries, payments as paymentsTable } from '../../server/db/payment-schema.ts';
import { countUnfinishedRefunds } from '../../server/queries/refunds.ts';
import type { ApiHarness } from '../support/api-harness.ts';
import { onBothDatabases } from '../support/databases.ts';
import { FaultProxy } from '../support/fault-proxy.ts';
import { createPaymentApi } from '../support/payment-api.ts';
import {
  createRequest,
  createUser,
  ORIGIN,
  type PaymentHarness,
  payWithCard,
  VISA,
} from '../support/payment-harness.ts';

function newSignal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

const DAY_MS = 24 * 3600_000;
const DISPUTED = { ...VISA, number: '4000 0000 0000 0259' };

type Refund = { id: number; state: string; failure: string | null; note: string | null; amount: number };
type Detail = {
  amountRefunded: number;
  refund: string;
  refunds: Refund[];
  entries: { kind: string; amount: number; fee: number; time: string }[];
};
type Line = Record<'payments' | 'charged' | 'refunded' | 'net' | 'vat' | 'disputed' | 'due', number> & {
  day: string;
};

onBothDatabases('the ledger of payments', (open) => {
  let harness: PaymentHarness;
  let api: ApiHarness;

  beforeAll(async () => {
    ({ harness, api } = await createPaymentApi(open));
  });
  afterAll(() => harness.close());
  beforeEach(() => {
    harness.webhooks.holdWebhooks = false;
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  async function paid(card = VISA): Promise<{ id: number; requestId: number; payment_intent: string }> {
    const userId = await createUser(harness);
    const requestId = await createRequest(harness, userId, 1333);
    const { sessionUrl } = await harness.payments.createSession({ userId, requestId, origin: ORIGIN });
    await payWithCard(harness, sessionUrl, card);
    await harness.sandbox.deliver();
    const [row] = await harness.db
      .select()
      .from(paymentsTable)
      .where(eq(paymentsTable.deliveryRequestId, requestId));
    if (row?.intentId == null) throw new Error('not paid');
    return { id: row.id, requestId, payment_intent: row.intentId };
  }
  const detail = async (id: number) => (await api.ops('GET', `payments/${id}`)).body as Detail;
  const refund = (id: number, key: string, body: object = {}) =>
    api.ops('POST', `payments/${id}/refunds`, body, undefined, { 'idempotency-key': `${key}-${id}` });
  const report = async (from: string, to = from) =>
    (await api.ops('GET', `reports/payments?from=${from}&to=${to}`)).body as Line[];
  /** The day of the operator, who is in Dublin. */
  const today = () => harness.clock.now().toLocaleDateString('en-CA', { timeZone: 'Europe/Dublin' });
  const passUntil = (time: string) => harness.clock.pass(Date.parse(time) - harness.clock.now().getTime());
  const reject = (code: string) =>
    vi
      .spyOn(harness.stripe.refunds, 'create')
      .mockRejectedValue(
        new Stripe.errors.StripeInvalidRequestError({ type: 'invalid_request_error', code, message: code }),
      );

  test('a slow read does not overwrite what a faster one has stored (PAY-81)', async () => {
    const { id, payment_intent } = await paid();
    harness.webhooks.holdWebhooks = true;
    await harness.stripe.refunds.create({ payment_intent, amount: 300 });
    const list = harness.stripe.refunds.list.bind(harness.stripe.refunds);
    const answered = newSignal();
    const released = newSignal();
    vi.spyOn(harness.stripe.refunds, 'list').mockImplementationOnce(((...input: Parameters<typeof list>) =>
      list(...input).then(async (response) => {
        answered.give();
        await released.given;
        return response;
      })) as never);
    const slow = harness.payments.handleWebhook(...webhookOf(payment_intent, 1));
    await answered.given;
    await harness.stripe.refunds.create({ payment_intent, amount: 400 });
    await harness.payments.handleWebhook(...webhookOf(payment_intent, 2));
    expect(await detail(id)).toMatchObject({ amountRefunded: 7 });
    released.give();
    await slow;
    const stored = await detail(id);
    expect(stored).toMatchObject({ amountRefunded: 7, refund: 'done' });
    expect(stored.entries.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['charge', 13.33],
      ['refund', -3],
      ['refund', -4],
    ]);
    expect(stored.refunds.map(({ amount, state }) => [amount, state])).toEqual([
      [3, 'done'],
      [4, 'done'],
    ]);
  });

  function webhookOf(paymentIntent: string, number: number): [string, string] {
    const created = Math.floor(harness.clock.now().getTime() / 1000);
    const payload = JSON.stringify({
      id: `evt_${paymentIntent}_${number}`,
      object: 'event',
      type: 'charge.refunded',
      created,
      data: { object: { id: `ch_${number}`, object: 'charge', payment_intent: paymentIntent } },
    });
    const { webhookSecret: secret, stripe } = harness;
    return [payload, stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: created })];
  }

  test("the JSON of a gateway that fails is not taken for the provider's (PAY-81)", async () => {
    const { id, payment_intent } = await paid();
    harness.webhooks.holdWebhooks = true;
    await harness.stripe.refunds.create({ payment_intent, amount: 300 });
    const proxy = await FaultProxy.inFrontOf(harness.base);
    const payments = harness.createPayments(harness.createProvider(proxy.url));
    const webhook = webhookOf(payment_intent, 1);
    proxy.chooseFault = () => 'error500';
    await expect(payments.handleWebhook(...webhook)).rejects.toMatchObject({ status: 502 });
    proxy.chooseFault = () => undefined;
    await payments.handleWebhook(...webhook);
    expect(await detail(id)).toMatchObject({ amountRefunded: 3, refund: 'done' });
    proxy.close();
  });

  test('a refund is found whose webhook was lost, although later webhooks arrived (PAY-08)', async () => {
    const { id, payment_intent } = await paid();
    const other = await paid();
    await harness.payments.reconcile();
    harness.webhooks.holdWebhooks = true;
    await harness.stripe.refunds.create({ payment_intent, amount: 300 });
    harness.clock.pass(2 * 3600_000);
    await harness.payments.handleWebhook(...webhookOf(other.payment_intent, 1));
    await harness.payments.reconcile();
    expect(await detail(id)).toMatchObject({ amountRefunded: 3, refund: 'done' });
  });

  test('an event that could not be handled is handled again in later runs (PAY-08)', async () => {
    const { id, payment_intent } = await paid();
    const other = await paid();
    await harness.payments.reconcile();
    harness.webhooks.holdWebhooks = true;
    await harness.stripe.refunds.create({ payment_intent, amount: 300 });
    const list = vi.spyOn(harness.stripe.refunds, 'list').mockRejectedValue(new Error('not read') as never);
    // The failure lasts for longer than the time by which the runs overlap.
    for (let hour = 0; hour < 3; hour += 1) {
      await harness.payments.reconcile();
      harness.clock.pass(3600_000);
    }
    expect(list).toHaveBeenCalled();
    expect(await detail(id)).toMatchObject({ amountRefunded: 0 });
    list.mockRestore();
    await harness.payments.handleWebhook(...webhookOf(other.payment_intent, 1));
    await harness.payments.reconcile();
    expect(await detail(id)).toMatchObject({ amountRefunded: 3, refund: 'done' });
  });

  test('a disputed payment is not refunded, and the operator reads why (PAY-82)', async () => {
    const { id, payment_intent } = await paid(DISPUTED);
    expect(await refund(id, 'refund-of-disputed')).toMatchObject({
      status: 409,
      body: { title: 'PAYMENT_DISPUTED', detail: expect.stringContaining('dispute') },
    });
    expect((await harness.stripe.refunds.list({ payment_intent })).data).toEqual([]);
    expect((await detail(id)).refunds).toEqual([]);
  });

  test('a refund that the provider rejects is reported at once and is not repeated (PAY-82)', async () => {
    const { id } = await paid();
    const create = reject('charge_disputed');
    expect((await refund(id, 'rejected-refund', { amount: 2 })).body).toMatchObject({
      refund: 'rejected',
      amountRefunded: 0,
      refunds: [{ state: 'rejected', failure: 'charge_disputed' }],
    });
    for (let round = 0; round < 3; round += 1) {
      harness.clock.pass(DAY_MS);
      await harness.payments.reconcile();
    }
    expect(create).toHaveBeenCalledTimes(1);
    expect(await countUnfinishedRefunds(harness.db)).toContainEqual({ state: 'rejected', count: 1 });
    const owed = (await api.ops('GET', 'payments?owed=1')).body as { id: number }[];
    expect(owed.map((row) => row.id)).toContain(id);
    vi.restoreAllMocks();
    // It blocks no other refund, and can be retried.
    expect((await refund(id, 'another-refund')).body).toMatchObject({ amountRefunded: 13.33 });
    expect((await api.ops('POST', `payments/${id}/retry-refunds`)).body).toMatchObject({
      refund: 'done',
      amountRefunded: 13.33,
    });
  });

  test('a rejected refund is settled in another way with a note (PAY-82)', async () => {
    const { id, requestId } = await paid();
    reject('insufficient_funds');
    await refund(id, 'unpayable-refund', { amount: 2 });
    const settle = (body: object) => api.ops('POST', `payments/${id}/settle-refund`, body);
    const [row] = (await detail(id)).refunds;
    expect((await settle({ refund: row?.id })).status).toBe(400);
    expect((await settle({ refund: 999_999, note: 'by bank transfer' })).status).toBe(400);
    expect((await settle({ refund: row?.id, note: 'by bank transfer' })).body).toMatchObject({
      refund: 'settled',
      refunds: [{ state: 'settled', note: 'by bank transfer' }],
    });
    expect((await settle({ refund: row?.id, note: 'again' })).status).toBe(409);
    const owed = (await api.ops('GET', `payments?owed=1&request=${requestId}`)).body;
    expect(owed).toEqual([]);
  });

  test('what was settled in another way is not refunded in addition (PAY-82)', async () => {
    const { id } = await paid();
    reject('insufficient_funds');
    await refund(id, 'settled-part', { amount: 2 });
    const [row] = (await detail(id)).refunds;
    await api.ops('POST', `payments/${id}/settle-refund`, { refund: row?.id, note: 'by bank transfer' });
    vi.restoreAllMocks();
    expect((await refund(id, 'too-much', { amount: 12 })).status).toBe(409);
    expect((await refund(id, 'the-rest')).body).toMatchObject({ amountRefunded: 11.33 });
  });

  test('a refund is not settled for which nothing is left, and retrying it returns nothing (PAY-82)', async () => {
    const { id } = await paid();
    reject('insufficient_funds');
    await refund(id, 'rejected-part', { amount: 2 });
    const [row] = (await detail(id)).refunds;
    vi.restoreAllMocks();
    await refund(id, 'everything');
    const settled = { refund: row?.id, note: 'by bank transfer' };
    expect(await api.ops('POST', `payments/${id}/settle-refund`, settled)).toMatchObject({
      status: 409,
      body: { title: 'REFUND_TOO_LARGE' },
    });
    expect((await api.ops('POST', `payments/${id}/retry-refunds`)).body).toMatchObject({ refund: 'done' });
    expect((await detail(id)).amountRefunded).toBe(13.33);
  });

  test('a rejected refund is retried under another key, because the provider repeats its response (PAY-82)', async () => {
    const { id } = await paid();
    const create = reject('insufficient_funds');
    await refund(id, 'retried-refund', { amount: 2 });
    await api.ops('POST', `payments/${id}/retry-refunds`);
    const keys = create.mock.calls.map(([, options]) => options?.idempotencyKey);
    expect(new Set(keys).size).toBe(2);
  });

  test('a key that was used for another amount is rejected (PAY-82)', async () => {
    const { id } = await paid();
    expect((await refund(id, 'reused-key', { amount: 2 })).status).toBe(200);
    expect((await refund(id, 'reused-key')).status).toBe(422);
    expect((await refund(id, 'reused-key', { amount: 2.5 })).status).toBe(422);
    expect((await refund(id, 'reused-key', { amount: 2 })).body).toMatchObject({ amountRefunded: 2 });
  });

  test('a movement that the provider books later completes the ledger, fee included (PAY-81)', async () => {
    const away = vi
      .spyOn(harness.stripe.balanceTransactions, 'retrieve')
      .mockRejectedValue(new Error('the connection broke'));
    const { id } = await paid();
    expect((await detail(id)).entries).toEqual([]);
    away.mockRestore();
    harness.clock.pass(30_000);
    await harness.payments.reconcile();
    expect((await detail(id)).entries).toMatchObject([{ kind: 'charge', amount: 13.33, fee: 0.45 }]);
  });

  test('a closed day never changes: what is corrected later belongs to its own day (PAY-81)', async () => {
    passUntil('2027-02-10T12:00:00Z');
    const { payment_intent } = await paid(DISPUTED);
    const before = await report('2027-02-10');
    expect(before).toMatchObject([{ payments: 1, charged: 13.33, disputed: 13.33 }]);
    passUntil('2027-02-13T12:00:00Z');
    const [dispute] = (await harness.stripe.disputes.list({ payment_intent })).data;
    await harness.stripe.disputes.update(dispute?.id ?? '', {
      evidence: { uncategorized_text: 'winning_evidence' },
    });
    await harness.sandbox.deliver();
    expect(await report('2027-02-10')).toEqual(before);
    expect(await report('2027-02-13')).toMatchObject([{ payments: 0, charged: 0, disputed: -13.33 }]);
  });

  test('days begin and end in the time zone of the operator, also when the clocks change (PAY-81)', async () => {
    // Summer time begins in Dublin on 28 March 2027 at 01:00: 23:30 in UTC is the next day from then on.
    for (const time of ['2027-03-27T23:30:00Z', '2027-03-28T00:30:00Z', '2027-03-28T23:30:00Z']) {
      passUntil(time);
      await paid();
    }
    const lines = await report('2027-03-27', '2027-03-29');
    expect(lines.map(({ day, payments }) => [day, payments])).toEqual([
      ['2027-03-27', 1],
      ['2027-03-28', 1],
      ['2027-03-29', 1],
    ]);
    expect(await report('2027-03-28')).toEqual([lines[1]]);
  });

  test('an entry cannot be changed, also not in the database (PAY-81)', async () => {
    const { id } = await paid();
    const before = (await detail(id)).entries;
    const change = harness.db.update(paymentEntries).set({ feeCents: 0 });
    await expect(change.where(eq(paymentEntries.paymentId, id))).rejects.toThrow();
    expect((await detail(id)).entries).toEqual(before);
  });

  test('the list as CSV says on which day of the operator a payment was paid (PAY-81)', async () => {
    passUntil('2027-06-30T23:30:00Z');
    const { id } = await paid();
    const csv = String((await api.ops('GET', 'payments?format=csv&order=newest')).body);
    const [columns = [], row = []] = csv.split('\r\n').map((line) => line.split(','));
    expect(row[columns.indexOf('id')]).toBe(String(id));
    expect(row[columns.indexOf('paidDay')]).toBe('2027-07-01');
    expect((await report('2027-07-01')).map(({ payments }) => payments)).toEqual([1]);
  });

  test.each(['aoife', 'example.ie', '234 5678'])(
    'a search for "%s" finds the payment of an account (PAY-81)',
    async (text) => {
      const { id } = await paid();
      const search = `payments?order=newest&limit=1&customer=${encodeURIComponent(text)}`;
      expect((await api.ops('GET', search)).body).toMatchObject([{ id }]);
    },
  );

  test('a payment that is refunded in parts leaves no VAT (PAY-81)', async () => {
    passUntil('2027-04-10T12:00:00Z');
    const { id } = await paid();
    for (const [index, amount] of [4.44, 4.44, 4.45].entries()) await refund(id, `part-${index}`, { amount });
    expect(await report(today())).toMatchObject([{ charged: 13.33, refunded: 13.33, net: 0, vat: 0 }]);
  });
});
