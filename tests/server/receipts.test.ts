import { readFileSync } from 'node:fs';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { paymentDocuments, paymentRefunds, payments } from '../../server/db/payment-schema.ts';
import { deliveryRequests, jobs, users } from '../../server/db/schema.ts';
import { rowsOf } from '../../server/documents/document-page.ts';
import { announceRefunds } from '../../server/payments/receipts.ts';
import { eraseAccount } from '../../server/queries/deleted-accounts.ts';
import { deliverySubject, lockPayment } from '../../server/queries/payments.ts';
import { insertRefund } from '../../server/queries/refunds.ts';
import { deleteExpiredRows } from '../../server/queries/retention.ts';
import { formatDate } from '../../src/domain/dates.ts';
import { type ApiHarness, parcel } from '../support/api-harness.ts';
import { onBothDatabases } from '../support/databases.ts';
import { createPaymentApi } from '../support/payment-api.ts';
import {
  BUSINESS,
  createRequest,
  createUser,
  DECLINED,
  ORIGIN,
  type PaymentHarness,
  payWithCard,
} from '../support/payment-harness.ts';

const GUIDE = readFileSync('docs/deploy.md', 'utf8');
const DAY_MS = 24 * 3600_000;
const OPERATOR = { actor: 'operator test', source: '127.0.0.1' };

onBothDatabases('The documents of payments', (open) => {
  let harness: PaymentHarness;
  let api: ApiHarness;
  beforeAll(async () => {
    ({ harness, api } = await createPaymentApi(open, { PUBLIC_URL: ORIGIN }));
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    await harness.db.delete(jobs);
    api.emails.length = 0;
  });

  async function order(priceCents = 1333, payments = harness.payments) {
    const userId = await createUser(harness);
    await harness.db.update(users).set({ emailConfirmed: new Date() }).where(eq(users.id, userId));
    const requestId = await createRequest(harness, userId, priceCents);
    const { sessionUrl } = await payments.createSession({ userId, requestId, origin: ORIGIN });
    return { userId, requestId, sessionUrl };
  }

  async function paidOrder(priceCents = 1333) {
    const { sessionUrl, ...subject } = await order(priceCents);
    await payWithCard(harness, sessionUrl);
    await harness.sandbox.deliver();
    const payment = await harness.payments.findPayment(subject.userId, subject.requestId);
    if (payment === undefined) throw new Error('no payment');
    return { ...subject, payment, paymentId: Number(payment.id) };
  }

  const page = async (url: string | null | undefined) => {
    const { status, body, headers } = await api.send(url ?? '/missing');
    return { status, text: String(body), headers };
  };
  const refund = (paymentId: number, amountCents: number | undefined, key: string) =>
    harness.payments.operator.refund({ paymentId, amountCents, key, operator: OPERATOR });
  const documentsOf = (paymentId: number) =>
    harness.db
      .select()
      .from(paymentDocuments)
      .where(eq(paymentDocuments.paymentId, paymentId))
      .orderBy(asc(paymentDocuments.id));

  const numbersOf = async (kind: 'receipt' | 'creditNote') =>
    (await harness.db.select().from(paymentDocuments).where(eq(paymentDocuments.kind, kind)))
      .map(({ number }) => number)
      .sort((a, b) => a - b);

  test('have numbers without gaps, also if payments arrive at the same moment and some fail (PAY-22)', async () => {
    const orders: Awaited<ReturnType<typeof order>>[] = [];
    for (let n = 0; n < 6; n++) orders.push(await order());
    await Promise.all(
      orders.map(({ sessionUrl }, index) =>
        payWithCard(harness, sessionUrl, index === 2 ? DECLINED : undefined),
      ),
    );
    await harness.payments.reconcile();
    await harness.payments.reconcile();
    const rows = await harness.db.select().from(payments).orderBy(asc(payments.receiptNumber));
    expect(rows.map(({ receiptNumber }) => receiptNumber)).toEqual([1, 2, 3, 4, 5, null]);
  });

  test('state the parties, the service and the VAT that the price includes, to the cent (PAY-22)', async () => {
    const userId = await createUser(harness);
    await harness.db.update(users).set({ vatNumber: 'IE7654321B' }).where(eq(users.id, userId));
    const requestId = await createRequest(harness, userId, 1333);
    await harness.db
      .update(deliveryRequests)
      .set({ dropOff: { name: '3 Abbey Street,\nHowth' } })
      .where(eq(deliveryRequests.id, requestId));
    const { sessionUrl } = await harness.payments.createSession({ userId, requestId, origin: ORIGIN });
    await payWithCard(harness, sessionUrl);
    await harness.sandbox.deliver();
    const payment = await harness.payments.findPayment(userId, requestId);
    expect(payment?.referenceNumber).toMatch(/^SND-/);
    expect(payment).toMatchObject({ amount: 13.33, vatPercent: 23, vatAmount: 2.49 });
    const { text, headers } = await page(payment?.receiptUrl);
    const expected = [
      'Send Ltd',
      '1 Quay, Dublin',
      'VAT number IE1234567A',
      `<dd dir="auto">${payment?.receiptNumber}</dd>`,
      'Aoife Brennan',
      'IE7654321B',
      '12 Leinster Road, Rathmines',
      '3 Abbey Street, Howth',
      String(payment?.referenceNumber),
      'Card ending in 4242',
      '€10.84',
      'VAT 23%',
      '€2.49',
      '€13.33',
    ];
    for (const part of expected) expect(text).toContain(part);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('show when the money arrived, on the calendar of the books, and not when the checkout was opened (PAY-22)', async () => {
    const { sessionUrl, userId, requestId } = await order();
    harness.clock.pass(20 * 3600_000);
    await payWithCard(harness, sessionUrl);
    await harness.sandbox.deliver();
    const payment = await harness.payments.findPayment(userId, requestId);
    const [row] = await harness.db.select().from(payments).where(eq(payments.deliveryRequestId, requestId));
    const day = formatDate(row?.paid?.toLocaleDateString('en-CA', { timeZone: 'Europe/Dublin' }));
    expect((row?.paid?.getTime() ?? 0) - (row?.created.getTime() ?? 0)).toBeGreaterThan(19 * 3600_000);
    expect((await page(payment?.receiptUrl)).text).toContain(`<dd dir="auto">${day}</dd>`);
  });

  test('are in the history at the time of the payment, which its filters use (PAY-22)', async () => {
    const { sessionUrl, userId, requestId } = await order();
    harness.clock.pass(20 * 3600_000);
    await payWithCard(harness, sessionUrl);
    await harness.sandbox.deliver();
    const [row] = await harness.db.select().from(payments).where(eq(payments.deliveryRequestId, requestId));
    const paid = row?.paid ?? undefined;
    const list = async (times: { from?: Date | undefined; to?: Date | undefined }) => {
      const request = { limit: 10, after: undefined, search: '', from: times.from, to: times.to };
      return (await harness.payments.listPaymentPage(userId, request)).page.map(({ created }) => created);
    };
    expect(await list({ from: paid })).toEqual([paid?.toISOString()]);
    expect(await list({ to: paid })).toEqual([]);
  });

  test('are byte for byte the same after every setting and the account have changed (PAY-22)', async () => {
    const { userId, requestId, payment, paymentId } = await paidOrder(2000);
    await refund(paymentId, 500, 'documents-same');
    const urls = (await harness.payments.findPayment(userId, requestId))?.history?.map(
      ({ documentUrl }) => documentUrl,
    );
    expect(urls).toEqual([payment.receiptUrl, expect.stringContaining('/api/documents/')]);
    const pages = () => Promise.all((urls ?? []).map(async (url) => (await page(url)).text));
    const before = await pages();
    const changed = {
      ...BUSINESS,
      operator: { name: 'Other Ltd', address: 'Elsewhere', vatNumber: 'DE1', number: '9' },
      tariff: { ...BUSINESS.tariff, currency: 'GBP' },
      timeZone: 'Pacific/Auckland',
      support: { email: 'help@other.example' },
    };
    const other = harness.createPayments(undefined, undefined, 13.5, changed);
    await harness.db.update(users).set({ name: 'Somebody Else' }).where(eq(users.id, userId));
    await other.reconcile();
    await other.operator.refund({ paymentId, amountCents: 100, key: 'other-settings', operator: OPERATOR });
    expect(await pages()).toEqual(before);
    await harness.db.transaction((tx) => eraseAccount(tx, userId, harness.clock.now()));
    expect(await pages()).toEqual(before);
    expect(before[0]).toContain('Aoife Brennan');
    const stored = harness.db
      .update(paymentDocuments)
      .set({ number: 9999 })
      .where(eq(paymentDocuments.paymentId, paymentId));
    await expect(stored).rejects.toThrow();
  });

  test('have no page for another key', async () => {
    expect((await page('/api/documents/4f9e53a1-2b0c-4b66-9d5a-2d5e1a0b9c11')).status).toBe(404);
    expect((await page('/api/documents/1')).status).toBe(404);
  });

  test('number a hundred credit notes without a gap while refunds are stored at the same time (PAY-90)', async () => {
    const paid = [];
    for (let count = 0; count < 5; count += 1) paid.push(await paidOrder(2000));
    const now = harness.clock.now();
    const made = paid.flatMap(({ paymentId }) =>
      Array.from({ length: 20 }, (_, index) => ({
        paymentId,
        reason: 'provider' as const,
        amountCents: 100,
        state: 'done' as const,
        providerRefundId: `re_${paymentId}_${index}`,
        nextAttempt: now,
        created: now,
        lastModified: now,
      })),
    );
    const before = (await numbersOf('creditNote')).length;
    // Each transaction stores a refund and announces what is new, as a read of the provider does. Some are rolled back.
    const store = (row: (typeof made)[number], isRolledBack = false) =>
      harness.db.transaction(async (tx) => {
        await lockPayment(tx, row.paymentId);
        await insertRefund(tx, row);
        await announceRefunds({ business: BUSINESS, clock: harness.clock }, tx, row.paymentId);
        if (isRolledBack) throw new Error('rolled back');
      });
    await Promise.allSettled(
      [...made, ...made].map((row, index) => store(row, index % 7 === 0 && index < 100)),
    );
    // On a busy machine some waited too long for a connection. The next read of the provider stores these refunds.
    for (const row of made) await store(row);
    const numbers = await numbersOf('creditNote');
    expect(numbers.length).toBe(before + 100);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  test('a credit note repeats the customer and the rate of its receipt, and is emailed once (PAY-90, PAY-91)', async () => {
    const { userId, requestId, paymentId, payment } = await paidOrder(1333);
    await api.runJobs();
    api.emails.length = 0;
    await refund(paymentId, 400, 'documents-note');
    await harness.sandbox.deliver();
    await harness.payments.reconcile();
    await api.runJobs();
    const [note] = (await documentsOf(paymentId)).filter(({ kind }) => kind === 'creditNote');
    const history = (await harness.payments.findPayment(userId, requestId))?.history;
    expect(history).toMatchObject([
      { kind: 'payment', amount: 13.33, documentUrl: payment.receiptUrl },
      { kind: 'refund', amount: 4, state: 'done', documentUrl: `/api/documents/${note?.key}` },
    ]);
    const { text } = await page(history?.[1]?.documentUrl);
    const parts = ['Credit note', `${payment.receiptNumber} of`, 'Aoife Brennan', '€3.25', '€0.75', '€4.00'];
    for (const part of parts) expect(text).toContain(part);
    const mail = { subject: 'We have refunded €4.00', messageId: expect.any(String) };
    expect(api.emails).toEqual([expect.objectContaining(mail)]);
    for (const part of ['€3.25', 'VAT 23%', `${ORIGIN}/api/documents/${note?.key}`]) {
      expect(api.emails[0]?.text).toContain(part);
    }
  });

  test('the VAT of the credit notes of a refund in parts adds up to the VAT of the receipt (PAY-90)', async () => {
    const { paymentId } = await paidOrder(1000);
    for (const [index, cents] of [333, 333, 334].entries())
      await refund(paymentId, cents, `part-${index}-${paymentId}`);
    await harness.sandbox.deliver();
    await harness.payments.reconcile();
    const vatOf = (rows: { label: string; value: string }[]) =>
      rows.find(({ label }) => label === 'VAT 23%')?.value;
    const vats = (await documentsOf(paymentId)).map(({ content }) => vatOf(rowsOf(content)));
    expect(vats).toEqual(['€1.87', '€0.62', '€0.63', '€0.62']);
  });

  test('a delivery is stated as refunded once all that was paid for it is, also in the list (PAY-85)', async () => {
    const { user, token } = await api.createUser();
    const { body: ordered } = await api.call('createDeliveryRequest', { token, body: parcel(), key: '1' });
    await payWithCard(harness, ordered.checkoutUrl ?? '');
    await harness.sandbox.deliver();
    const payment = await harness.payments.findPayment(user.id, ordered.id);
    const isPaymentRefunded = async () => {
      const { body: read } = await api.call('getDeliveryRequest', {
        token,
        params: { id: String(ordered.id) },
      });
      const { body: list } = await api.call('listDeliveryRequests', { token });
      return [read, ...list].map((delivery) => delivery.isPaymentRefunded);
    };
    await refund(Number(payment?.id), 100, 'documents-first');
    expect(await isPaymentRefunded()).toEqual([false, false]);
    await refund(Number(payment?.id), undefined, 'documents-rest');
    expect(await isPaymentRefunded()).toEqual([true, true]);
  });

  test('a refund of money that no receipt was given for has an email and no credit note (PAY-91)', async () => {
    const { sessionUrl, requestId } = await order(1200);
    await harness.payments.expireSessions(harness.db, deliverySubject(requestId));
    await payWithCard(harness, sessionUrl);
    await harness.sandbox.deliver();
    await harness.payments.reconcile();
    await api.runJobs();
    const [row] = await harness.db.select().from(payments).where(eq(payments.deliveryRequestId, requestId));
    expect(await documentsOf(row?.id ?? 0)).toEqual([]);
    expect(api.emails.map(({ subject }) => subject)).toEqual(['We have refunded €12.00']);
    expect(api.emails[0]?.text).not.toContain('Credit note');
  });

  test('the email about the refund of a bank debit names no card (PAY-91)', async () => {
    const { paymentId } = await paidOrder(1500);
    await harness.db.update(payments).set({ cardLast4: null }).where(eq(payments.id, paymentId));
    await api.runJobs();
    api.emails.length = 0;
    await refund(paymentId, 400, 'documents-debit');
    await api.runJobs();
    expect(api.emails[0]?.text).toContain('We have refunded €4.00 to the account that you paid from.');
  });

  test('a refund that an operator settles in another way gets its credit note then (PAY-90)', async () => {
    const { paymentId } = await paidOrder(1500);
    await harness.db.insert(paymentRefunds).values({
      paymentId,
      reason: 'operator',
      amountCents: 700,
      state: 'rejected',
      nextAttempt: new Date(),
      created: new Date(),
      lastModified: new Date(),
    });
    const [row] = await harness.db
      .select()
      .from(paymentRefunds)
      .where(eq(paymentRefunds.paymentId, paymentId));
    const refundId = row?.id ?? 0;
    await harness.payments.operator.settleRefund({ paymentId, refundId, note: 'Cash', operator: OPERATOR });
    expect((await documentsOf(paymentId)).map(({ kind }) => kind)).toEqual(['receipt', 'creditNote']);
    await api.runJobs();
    expect(api.emails.at(-1)?.text).toContain('in another way');
  });

  test('leave the books with their payment, seven years later', async () => {
    const { userId, paymentId } = await paidOrder();
    await harness.db.transaction((tx) => eraseAccount(tx, userId, harness.clock.now()));
    const inYears = (years: number) => new Date(harness.clock.now().getTime() + years * 365 * DAY_MS);
    await deleteExpiredRows(harness.db, inYears(6));
    expect(await documentsOf(paymentId)).toHaveLength(1);
    await deleteExpiredRows(harness.db, inYears(8));
    expect(await documentsOf(paymentId)).toEqual([]);
  });

  test('continue after a restore with the numbers that docs/deploy.md tells operators to set (PAY-22)', async () => {
    const [, statement = ''] = /```sql\n(insert into document_numbers [^`]+)```/.exec(GUIDE) ?? [];
    await harness.db.execute(sql.raw(statement));
    const { payment, paymentId } = await paidOrder();
    expect(payment.receiptNumber).toBe(1204);
    await refund(paymentId, undefined, `restored-${paymentId}`);
    await harness.payments.reconcile();
    expect(await documentsOf(paymentId)).toMatchObject([
      { number: 1204 },
      { kind: 'creditNote', number: 502 },
    ]);
    await harness.db.execute(sql.raw(statement));
    expect((await paidOrder()).payment.receiptNumber).toBe(1205);
  });
});
