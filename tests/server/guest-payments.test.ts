import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { payments } from '../../server/db/payment-schema.ts';
import { deleteExpiredRows } from '../../server/queries/retention.ts';
import { DeliveryRequestInput } from '../../src/contract/delivery-request.ts';
import { toGuestRequest } from '../../src/domain/request-payload.ts';
import { type ApiHarness, parcel } from '../support/api-harness.ts';
import { onBothDatabases } from '../support/databases.ts';
import { createPaymentApi } from '../support/payment-api.ts';
import { DECLINED, type PaymentHarness, payWithCard, runJobs, VISA } from '../support/payment-harness.ts';

type GuestRequest = {
  id: number;
  status: number;
  amount: number | null;
  paymentUrl: string | null;
  order: { guid: string; status: number } | null;
};
const DAY_MS = 24 * 3600_000;

onBothDatabases('The payment of a guest', (open) => {
  let harness: PaymentHarness;
  let api: ApiHarness;
  let key: string;
  let id: number;
  let email = '';
  let guests = 0;

  beforeAll(async () => {
    ({ harness, api } = await createPaymentApi(open));
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    harness.webhooks.holdWebhooks = false;
    // Each address gets few emails an hour (SEC-15).
    guests += 1;
    email = `grainne${guests}@example.ie`;
    ({ key, id } = await submit());
  });

  const places = { pickup: '1 Main Street, Bray', dropoff: '2 Dame Street, Dublin' };
  async function submit(changes: object = {}) {
    const guest = { firstName: 'Gráinne', lastName: 'Walsh', email, phone: '' };
    const request = v.parse(DeliveryRequestInput, parcel({ deliveryNote: 'Weight: 1 kg\nRing twice' }));
    const { note } = toGuestRequest(request, { guest });
    const newKey = randomUUID();
    const body = { ...guest, ...places, note, ...changes };
    const submitted = await api.call('submitGuestRequest', { body, key: newKey });
    return { key: newKey, id: Number(submitted.body.id) };
  }
  const accept = (body: object = {}) => api.ops('POST', `guest-requests/${id}/accept`, body);
  const acceptWithLink = async (body: object = {}) => {
    const accepted = (await accept(body)).body as GuestRequest;
    return { accepted, paymentKey: accepted.paymentUrl?.split('/').at(-1) ?? '' };
  };
  const state = async () => (await api.call('getGuestRequest', { params: { key } })).body;
  const openCheckout = async (paymentKey: string) =>
    (await api.call('createGuestPaymentSession', { params: { key: paymentKey } })).body.sessionUrl;
  const rows = () =>
    harness.db.select().from(payments).where(eq(payments.guestRequestId, id)).orderBy(payments.id);
  const emailsOf = async () => {
    const before = api.emails.length;
    await api.runJobs();
    return api.emails.slice(before);
  };

  test('has a page of evidence with what the guest typed and the order (PAY-97)', async () => {
    const { paymentKey } = await acceptWithLink({ amount: 22.5 });
    await payWithCard(harness, await openCheckout(paymentKey), VISA);
    await harness.sandbox.deliver();
    const [payment] = await rows();
    await emailsOf();
    const page = String((await api.ops('GET', `payments/${payment?.id}/evidence`)).body);
    const { order } = (await accept()).body as GuestRequest;
    const parts = ['Gráinne Walsh', email, places.pickup, places.dropoff, 'Ring twice', order?.guid ?? '-'];
    for (const part of [...parts, '€22.50', 'guest-mail: accepted']) {
      expect(page).toContain(part);
    }
  });

  test('is the estimate for the parcel in the note, and its link is emailed and shown to operators (PAY-70)', async () => {
    await emailsOf();
    const { accepted, paymentKey } = await acceptWithLink();
    const estimate = await api.call('estimatePrice', {
      body: parcel({ pickUpSnapshot: { name: places.pickup }, dropOffSnapshot: { name: places.dropoff } }),
    });
    expect(accepted).toMatchObject({ status: 0, amount: estimate.body.estimatedPrice, order: null });
    expect(accepted.paymentUrl).toMatch(/\/pay\/[0-9a-f-]{36}$/);
    const [mail, ...others] = await emailsOf();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: email, messageId: expect.any(String) });
    expect(mail?.text).toContain(String(accepted.paymentUrl));
    expect(await state()).toMatchObject({
      status: 0,
      trackingNumber: null,
      payment: { key: paymentKey, amount: accepted.amount, status: 'due' },
    });
    expect(JSON.stringify(await api.ops('GET', 'guest-requests'))).not.toContain(key);
  });

  test('is emailed with places in one line each, which are the words of the sender (SEC-18)', async () => {
    const pickup = `1 Main Street\r\n\r\nYour account\tis locked\u202e, go to\u2028${'evil.example/'.repeat(20)}`;
    ({ key, id } = await submit({ pickup }));
    await acceptWithLink({ amount: 20 });
    const [mail] = await emailsOf();
    expect(mail?.text).toMatch(/^From: 1 Main Street Your account is locked, go to evil.{50,90}$/m);
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/[\r\u2028\u202e]/);
    expect(mail?.text).toContain('Its places are shown as they were typed there.');
  });

  test('starts the order once, whichever way the server learns about it (PAY-70)', async () => {
    const { paymentKey, accepted } = await acceptWithLink();
    const sessionUrl = await openCheckout(paymentKey);
    expect(await openCheckout(paymentKey)).toBe(sessionUrl);
    await emailsOf();
    await payWithCard(harness, sessionUrl);
    await Promise.all([harness.sandbox.deliver(), state(), harness.payments.reconcile()]);
    const { trackingNumber, payment, status } = await state();
    expect({ status, payment: payment?.status }).toEqual({ status: 2, payment: 'paid' });
    const emails = await emailsOf();
    expect(emails.map(({ text }) => text.includes(String(trackingNumber)))).toEqual([true]);
    const tracking = await api.call('trackOrder', { params: { orderGuid: String(trackingNumber) } });
    expect(tracking.body).toMatchObject({ from: 'Bray', to: 'Dublin', status: 1 });
    const [row] = await rows();
    const session = await harness.stripe.checkout.sessions.retrieve(row?.sessionId ?? '');
    expect(session).toMatchObject({
      customer_email: email,
      metadata: { guestRequestId: String(id) },
    });
    expect(session.success_url).toContain(`/pay/${paymentKey}?session_id=`);
    expect(row).toMatchObject({ status: 2, userId: null, deliveryRequestId: null });
    expect(row?.receiptNumber).toBeGreaterThan(0);
    expect(emails[0]?.text).toContain('View and print your receipt: http');
    expect(accepted.amount).toBe((row?.amountCents ?? 0) / 100);
  });

  test('is found on return without any webhook, and by the reconciler alone (PAY-70)', async () => {
    harness.webhooks.holdWebhooks = true;
    const { paymentKey } = await acceptWithLink();
    await payWithCard(harness, await openCheckout(paymentKey));
    const page = async () => (await api.call('getGuestPayment', { params: { key: paymentKey } })).body;
    expect(await page()).toMatchObject({ status: 'paid', description: expect.stringContaining('Bray') });
    expect((await page()).trackingNumber).toMatch(/^[0-9a-f-]{36}$/);

    ({ key, id } = await submit());
    const second = await acceptWithLink();
    await payWithCard(harness, await openCheckout(second.paymentKey));
    harness.clock.pass(60_000);
    await harness.payments.reconcile();
    expect((await rows())[0]).toMatchObject({ status: 2 });
  });

  test('has a receipt and a credit note for each refund, and none if it was paid otherwise (PAY-77, PAY-93)', async () => {
    const { paymentKey } = await acceptWithLink({ amount: 13.33 });
    const page = async () => (await api.call('getGuestPayment', { params: { key: paymentKey } })).body;
    expect((await page()).history).toEqual([]);
    await emailsOf();
    await payWithCard(harness, await openCheckout(paymentKey));
    await harness.sandbox.deliver();
    const [receipt] = (await page()).history ?? [];
    expect(receipt).toMatchObject({ kind: 'payment', amount: 13.33, currency: 'EUR' });
    const document = String((await api.send(receipt?.documentUrl ?? '')).body);
    const parts = ['Gráinne Walsh', email, places.pickup, places.dropoff, 'SND-', '€2.49'];
    for (const part of parts) expect(document).toContain(part);
    const [mail] = await emailsOf();
    for (const part of ['€2.49', 'VAT 23%', receipt?.documentUrl ?? '?']) expect(mail?.text).toContain(part);
    const [row] = await rows();
    await api.ops('POST', `payments/${row?.id}/refunds`, { amount: 4 }, undefined, {
      'idempotency-key': `receipt-${id}`,
    });
    // The limit of emails to one address delays the third within an hour.
    api.advanceClock(3600_000);
    const history = (await page()).history ?? [];
    expect(history).toMatchObject([receipt, { kind: 'refund', amount: 4, state: 'done' }]);
    expect(String((await api.send(history[1]?.documentUrl ?? '')).body)).toContain('Credit note');
    const [refundEmail, ...others] = await emailsOf();
    expect(others).toEqual([]);
    expect(refundEmail).toMatchObject({ to: email, subject: 'We have refunded €4.00' });

    ({ key, id } = await submit());
    await emailsOf();
    const second = await acceptWithLink();
    await accept({ isPaidOtherwise: true });
    const params = { key: second.paymentKey };
    expect((await api.call('getGuestPayment', { params })).body.history).toEqual([]);
    expect((await emailsOf()).map(({ text }) => text).join()).not.toContain('Receipt');
  });

  test('shows what was paid on a page with a former price and returned (PAY-93)', async () => {
    const { paymentKey } = await acceptWithLink({ amount: 13.33 });
    const sessionUrl = await openCheckout(paymentKey);
    await acceptWithLink({ amount: 20 });
    await payWithCard(harness, sessionUrl);
    await harness.sandbox.deliver();
    await harness.payments.reconcile();
    const { body } = await api.call('getGuestPayment', { params: { key: paymentKey } });
    expect(body).toMatchObject({ status: 'due', amount: 20 });
    expect(body.history).toMatchObject([
      { kind: 'payment', amount: 13.33, documentUrl: null },
      { kind: 'refund', amount: 13.33, state: 'done' },
    ]);
  });

  test('needs an amount that the provider collects, before anything is emailed (PAY-94)', async () => {
    await emailsOf();
    for (const amount of [0.01, 0.49, 1_000_000]) {
      const refused = await accept({ amount });
      expect(refused.status).toBe(400);
      expect(JSON.stringify(refused.body)).toContain('at least €0.50 and at most €999,999.99');
    }
    expect(await emailsOf()).toEqual([]);
    expect((await state()).payment).toBeNull();
    expect((await acceptWithLink({ amount: 0.5 })).accepted).toMatchObject({ amount: 0.5 });
  });

  test('needs an amount if no price can be calculated (PAY-70)', async () => {
    for (const changes of [{ note: 'a box' }, { pickup: 'at my house' }, { note: '' }]) {
      ({ key, id } = await submit(changes));
      expect(await accept()).toMatchObject({ status: 409, body: { title: 'GUEST_PRICE_UNKNOWN' } });
      expect((await state()).status).toBe(1);
      expect((await acceptWithLink({ amount: 25.5 })).accepted).toMatchObject({ amount: 25.5 });
      expect((await acceptWithLink()).accepted).toMatchObject({ amount: 25.5 });
    }
    for (const body of [{ amount: 0 }, { amount: 1.234 }, { amount: '5' }, { price: 5 }]) {
      expect((await accept(body)).status).toBe(400);
    }
  });

  test('with a former price is refunded, and the new price is emailed (PAY-70)', async () => {
    const { paymentKey } = await acceptWithLink({ amount: 20 });
    const former = await openCheckout(paymentKey);
    await emailsOf();
    await acceptWithLink({ amount: 30 });
    await acceptWithLink({ amount: 30 });
    expect((await emailsOf()).map(({ subject }) => subject)).toEqual([expect.stringContaining('€30.00')]);
    await payWithCard(harness, former);
    await runJobs(harness);
    await harness.payments.reconcile();
    expect((await rows())[0]).toMatchObject({ refund: 'done', amountRefundedCents: 2000 });
    expect((await state()).payment).toMatchObject({ amount: 30, status: 'due' });
  });

  test('closes its checkout when an operator marks the request as paid otherwise (PAY-70)', async () => {
    const { paymentKey } = await acceptWithLink();
    const sessionUrl = await openCheckout(paymentKey);
    const accepted = (await accept({ amount: 25.5, isPaidOtherwise: true })).body as GuestRequest;
    expect(accepted).toMatchObject({ amount: 25.5, currency: 'EUR' });
    const { order } = accepted;
    expect(order?.status).toBe(1);
    expect((await state()).payment).toMatchObject({ status: 'paidOtherwise' });
    await runJobs(harness);
    expect(await (await harness.request(new URL(sessionUrl).pathname)).text()).toContain(
      'checkout is closed',
    );
    const params = { key: paymentKey };
    expect((await api.expectProblem('createGuestPaymentSession', { params })).body.title).toBe(
      'PAYMENT_NOT_DUE',
    );
    for (const unknown of [randomUUID(), key, 'x']) {
      expect(await api.status('getGuestPayment', { params: { key: unknown } })).toBe(404);
      expect(await api.status('createGuestPaymentSession', { params: { key: unknown } })).toBe(404);
    }
  });

  test('that is declined says why, and another card pays (PAY-70)', async () => {
    const { paymentKey } = await acceptWithLink();
    const sessionUrl = await openCheckout(paymentKey);
    await payWithCard(harness, sessionUrl, DECLINED);
    await harness.sandbox.deliver();
    const page = await api.call('getGuestPayment', { params: { key: paymentKey } });
    expect(page.body).toMatchObject({ status: 'due', failureMessage: 'Your card was declined.' });
    await payWithCard(harness, sessionUrl, VISA);
    harness.clock.pass(2000);
    expect((await state()).payment?.status).toBe('paid');
  });

  test('is in the lists and the report of operators, and can be refunded and canceled (PAY-70)', async () => {
    const { paymentKey } = await acceptWithLink({ amount: 40 });
    await payWithCard(harness, await openCheckout(paymentKey));
    await harness.sandbox.deliver();
    const { trackingNumber } = await state();
    const list = async () =>
      (await api.ops('GET', `payments?guestRequest=${id}`)).body as { id: number; amountRefunded: number }[];
    const [listed] = await list();
    expect(listed).toMatchObject({
      guestRequest: id,
      customer: { name: 'Gráinne Walsh', email },
      referenceNumber: expect.stringMatching(/^SND-/),
    });
    const found = (await api.ops('GET', 'payments?customer=gr%C3%A1inne&order=newest')).body as object[];
    expect(found[0]).toMatchObject({ id: listed?.id });
    const refund = { 'idempotency-key': `guest-${id}` };
    await api.ops('POST', `payments/${listed?.id}/refunds`, { amount: 4 }, undefined, refund);
    expect((await list())[0]?.amountRefunded).toBe(4);
    await api.ops('POST', `orders/${trackingNumber}/events`, { type: 10 });
    await runJobs(harness);
    expect((await list())[0]?.amountRefunded).toBe(40);
    expect((await state()).payment?.status).toBe('refunded');
    const detail = (await api.ops('GET', `payments/${listed?.id}`)).body as { entries: { amount: number }[] };
    expect(detail.entries.map(({ amount }) => amount)).toEqual([40, -4, -36]);
    const csv = await api.ops('GET', `payments?guestRequest=${id}&format=csv`);
    expect(csv.body).toContain(`Gráinne Walsh,${email}`);
  });

  test('stays in the books without personal data when the request is erased (SEC-11)', async () => {
    const { paymentKey } = await acceptWithLink();
    await payWithCard(harness, await openCheckout(paymentKey));
    await harness.sandbox.deliver();
    const now = harness.clock.now().getTime();
    await deleteExpiredRows(harness.db, new Date(now + 181 * DAY_MS));
    expect(await rows()).toMatchObject([
      { status: 2, description: 'Delivery', cardLast4: null, cardholderName: null },
    ]);
    expect(await api.status('getGuestPayment', { params: { key: paymentKey } })).toBe(404);
    await deleteExpiredRows(harness.db, new Date(now + 8 * 366 * DAY_MS));
    expect(await rows()).toEqual([]);
  });
});
