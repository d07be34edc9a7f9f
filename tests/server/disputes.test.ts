import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DEFAULT_BUSINESS } from '../../server/config/business.ts';
import { payments as paymentsTable } from '../../server/db/payment-schema.ts';
import { deliveryRequests, jobs, users } from '../../server/db/schema.ts';
import { recordOrderEvent } from '../../server/deliveries/order-events.ts';
import { createMetrics, type Metrics } from '../../server/http/metrics.ts';
import { deliveryEmailJobs } from '../../server/mail/delivery-emails.ts';
import { unlimitedMailer } from '../../server/mail/limited-mailer.ts';
import { requestRefund } from '../../server/payments/refunds.ts';
import { paymentFacts } from '../../server/queries/payments.ts';
import { changeRefunds } from '../../server/queries/refunds.ts';
import { EVENT_TYPE } from '../../src/contract/status.ts';
import { type ApiHarness, createApiHarness } from '../support/api-harness.ts';
import { onBothDatabases } from '../support/databases.ts';
import {
  createPaymentHarness,
  createRequest,
  createUser,
  listPayments,
  ORIGIN,
  type PaymentHarness,
  payWithCard,
  SUPPORT_EMAIL,
  VISA,
} from '../support/payment-harness.ts';
import { runDueJobs } from '../support/run-due-jobs.ts';

type Detail = {
  dispute: string | null;
  disputeDue: string | null;
  documents: { kind: string; number: number; issued: string; url: string }[];
};
const DISPUTED = { ...VISA, number: '4000 0000 0000 0259' };
const INQUIRY = { ...VISA, number: '4000 0000 0000 1976' };

onBothDatabases('disputes', (open) => {
  let harness: PaymentHarness;
  let api: ApiHarness;
  let metrics: Metrics;

  beforeAll(async () => {
    const database = await open();
    harness = await createPaymentHarness(async () => database);
    const env = { PUBLIC_URL: ORIGIN };
    metrics = createMetrics(database);
    api = await createApiHarness(database, env, { payments: harness.payments, clock: harness.clock });
  });
  afterAll(() => {
    metrics.stop();
    return harness.close();
  });
  beforeEach(async () => {
    await harness.db.delete(jobs);
    api.emails.length = 0;
    harness.log.length = 0;
  });

  async function paid(card = DISPUTED) {
    const userId = await createUser(harness);
    await harness.db.update(users).set({ emailConfirmed: new Date() }).where(eq(users.id, userId));
    const requestId = await createRequest(harness, userId, 1333);
    const { sessionUrl } = await harness.payments.createSession({ userId, requestId, origin: ORIGIN });
    await payWithCard(harness, sessionUrl, card);
    await harness.sandbox.deliver();
    const [row] = await harness.db
      .select()
      .from(paymentsTable)
      .where(eq(paymentsTable.deliveryRequestId, requestId));
    if (row?.intentId == null) throw new Error('not paid');
    const [dispute] = (await harness.stripe.disputes.list({ payment_intent: row.intentId })).data;
    const due = new Date((dispute?.evidence_details.due_by ?? 0) * 1000);
    return { id: row.id, userId, requestId, disputeId: dispute?.id ?? '', due };
  }
  const get = async <T>(path: string) => (await api.ops('GET', path)).body as T;
  const alerts = () => harness.log.filter((line) => line.includes('payment disputed'));
  const readMetrics = async () => (await metrics.render()).text;

  test('raise one alert with the amount and the deadline: a log line and an email (PAY-98)', async () => {
    const { id, due } = await paid();
    await harness.payments.reconcile();
    await harness.sandbox.deliver();
    expect(alerts().map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: 50,
        payment: id,
        amount: '13.33 EUR',
        dispute: 'needs_response',
        deadline: due.toISOString(),
      }),
    ]);
    await api.runJobs();
    const emails = api.emails.filter(({ to }) => to === SUPPORT_EMAIL);
    expect(emails).toHaveLength(1);
    expect(emails[0]?.subject).toMatch(/^A customer’s bank disputes the payment of SND-\w{10}$/);
    for (const part of ['€13.33', due.getUTCFullYear(), `npm run --silent ops -- evidence ${id}`]) {
      expect(emails[0]?.text).toContain(String(part));
    }
  });

  test('an inquiry raises an alert too, and an answer and its end raise none (PAY-98)', async () => {
    const { id, disputeId } = await paid(INQUIRY);
    expect(alerts()).toHaveLength(1);
    await harness.stripe.disputes.update(disputeId, { evidence: { uncategorized_text: 'It arrived' } });
    await harness.sandbox.deliver();
    expect(await get<Detail>(`payments/${id}`)).toMatchObject({ dispute: 'warning_under_review' });
    await harness.stripe.disputes.close(disputeId);
    await harness.sandbox.deliver();
    expect(await get<Detail>(`payments/${id}`)).toMatchObject({ dispute: 'warning_closed' });
    expect(alerts()).toHaveLength(1);
  });

  test('are listed with their deadline, also as CSV, and counted with the nearest one (PAY-98)', async () => {
    const first = await paid();
    harness.clock.pass(3600_000);
    const second = await paid();
    const listed = await get<(Detail & { id: number })[]>('payments?disputed=1&order=newest&limit=2');
    expect(listed).toMatchObject([
      { id: second.id, dispute: 'needs_response', disputeDue: second.due.toISOString() },
      { id: first.id, dispute: 'needs_response', disputeDue: first.due.toISOString() },
    ]);
    const csv = String((await api.ops('GET', 'payments?disputed=1&order=newest&limit=1&format=csv')).body);
    expect(csv).toContain(`,needs_response,${second.due.toISOString()},`);
    const waiting = await get<Detail[]>('payments?disputed=1&limit=500');
    const open = waiting.filter(({ dispute }) => dispute === 'needs_response');
    const nearest = Math.min(...open.map(({ disputeDue }) => Date.parse(disputeDue ?? '')));
    expect(await readMetrics()).toContain(`send_disputes{state="needs_response"} ${open.length}\n`);
    expect(await readMetrics()).toContain(
      `send_dispute_deadline_seconds{state="needs_response"} ${nearest / 1000}\n`,
    );
    await harness.stripe.disputes.close(first.disputeId);
    await harness.sandbox.deliver();
    const lines = await readMetrics();
    expect(lines).toContain(`send_disputes{state="needs_response"} ${open.length - 1}\n`);
    expect(lines).not.toContain('state="lost"');
  });

  test('a payment lists the addresses of its documents for operators (PAY-22, PAY-90)', async () => {
    const { id } = await paid(VISA);
    const headers = { 'idempotency-key': `evidence-${id}` };
    await api.ops('POST', `payments/${id}/refunds`, { amount: 4 }, undefined, headers);
    await harness.sandbox.deliver();
    const { documents } = await get<Detail>(`payments/${id}`);
    expect(documents.map(({ kind }) => kind)).toEqual(['receipt', 'creditNote']);
    for (const { url, number } of documents) {
      expect(url.startsWith(`${ORIGIN}/api/documents/`)).toBe(true);
      const page = await api.send(new URL(url).pathname);
      expect(page.status).toBe(200);
      expect(page.body).toContain(`<dd dir="auto">${number}</dd>`);
    }
  });

  test('have a page of evidence with everything that the books know, as text (PAY-97)', async () => {
    const { id, requestId, userId, due } = await paid();
    const { db, clock } = harness;
    await db.update(users).set({ name: '<b>Aoife</b>' }).where(eq(users.id, userId));
    const dropOff = { name: '3 Abbey Street <script>', city: 'Howth', latitude: 53.38, longitude: -6.06 };
    const shown = { dropOff, width: 1.2, length: 1, height: 0.5 };
    await db.update(deliveryRequests).set(shown).where(eq(deliveryRequests.id, requestId));
    const accepted = await api.ops('POST', `orderrequests/${requestId}/accept`, { ignorePayment: true });
    const { guid } = accepted.body as { guid: string };
    await api.ops('POST', `orders/${guid}/events`, { type: EVENT_TYPE.pickedUp });
    await recordOrderEvent({ db, clock, timeZone: 'UTC' }, guid, {
      type: EVENT_TYPE.delivered,
      time: '2026-11-20T14:03:22.000Z',
    });
    const { status, body, headers } = await api.ops('GET', `payments/${id}/evidence`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/html');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    const { documents } = await get<Detail>(`payments/${id}`);
    const text = String(body);
    const parts = [
      'Evidence for the payment of SND-',
      'needs_response',
      String(due.getUTCFullYear()),
      '€13.33',
      'Visa ending in 0259',
      '&lt;b&gt;Aoife&lt;/b&gt;',
      '12 Leinster Road, Rathmines',
      '3 Abbey Street &lt;script&gt;',
      // As the customer has seen it.
      '1.2 × 1 × 0.5 m',
      'Howth',
      guid,
      'Order Picked Up',
      'operator operator',
      'Order Delivered',
      'Nov 20, 2026, 2:03 PM GMT',
      `Receipt ${documents[0]?.number}`,
      documents[0]?.url ?? 'no receipt',
    ];
    for (const part of parts) expect(text).toContain(part);
    expect(text).not.toContain('<b>Aoife');
    expect(text).not.toContain('Street <script>');
    expect(text).not.toContain('Emails to the customer');
    const mail = unlimitedMailer({ send: async (message) => void api.emails.push(message) });
    const email = { db, clock, mail, secret: randomBytes(32), publicUrl: ORIGIN, business: DEFAULT_BUSINESS };
    await runDueJobs({ db, log: pino({ level: 'silent' }), handlers: deliveryEmailJobs(email) });
    const later = String((await api.ops('GET', `payments/${id}/evidence`)).body);
    for (const event of ['paid', 'delivered']) {
      expect(later).toMatch(new RegExp(`delivery-mail: ${event}</dt>\\s*<dd[^>]*>sent `));
    }
  });

  test('a refund of the rest that a dispute has prevented can be settled in another way (PAY-82)', async () => {
    const { id, userId } = await paid(VISA);
    const { db, clock } = harness;
    await api.ops('POST', `payments/${id}/refunds`, { amount: 2 }, undefined, {
      'idempotency-key': `partial-refund-${id}`,
    });
    await requestRefund(db, id, { reason: 'cancelled' }, clock.now());
    // As `sendDueRefunds` does while a dispute holds the money.
    await changeRefunds(db, id, ['due'], { state: 'rejected', failure: 'charge_disputed' });
    const { refunds } = await get<{ refunds: { id: number; state: string }[] }>(`payments/${id}`);
    const settled = {
      refund: refunds.find(({ state }) => state === 'rejected')?.id,
      note: 'by bank transfer',
    };
    expect((await api.ops('POST', `payments/${id}/settle-refund`, settled)).status).toBe(200);
    const [payment] = await listPayments(harness, userId);
    expect(payment?.history?.map(({ amount }) => amount)).toEqual([13.33, 2, 11.33]);
  });

  test('a delivery is stated as refunded once the rest was settled in another way (PAY-85)', async () => {
    const { id, requestId } = await paid(VISA);
    const { db, clock } = harness;
    await api.ops('POST', `payments/${id}/refunds`, { amount: 2 }, undefined, {
      'idempotency-key': `first-part-${id}`,
    });
    await requestRefund(db, id, { reason: 'cancelled' }, clock.now());
    await changeRefunds(db, id, ['due'], { state: 'rejected', failure: 'insufficient_funds' });
    const isPaymentRefunded = async () =>
      (await db.select(paymentFacts).from(deliveryRequests).where(eq(deliveryRequests.id, requestId)))[0]
        ?.isPaymentRefunded;
    expect(await isPaymentRefunded()).toBe(false);
    const { refunds } = await get<{ refunds: { id: number; state: string }[] }>(`payments/${id}`);
    const refund = refunds.find(({ state }) => state === 'rejected')?.id;
    await api.ops('POST', `payments/${id}/settle-refund`, { refund, note: 'by bank transfer' });
    expect(await isPaymentRefunded()).toBe(true);
  });

  test('evidence is for operators only, and only of a payment that exists (PAY-97)', async () => {
    const { id } = await paid(VISA);
    expect((await api.send(`/ops/payments/${id}/evidence`)).status).toBe(401);
    expect((await api.ops('GET', 'payments/999999/evidence')).status).toBe(404);
    expect((await api.ops('GET', 'payments/x/evidence')).status).toBe(404);
    const { body } = await api.ops('GET', `payments/${id}/evidence`);
    expect(body).toContain('There is no dispute');
  });
});
