import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { payments } from '../../server/db/payment-schema.ts';
import { acceptGuestRequest } from '../../server/deliveries/accept-request.ts';
import { insertRefund } from '../../server/queries/refunds.ts';
import { DEFAULT_TARIFF } from '../../src/contract/price.ts';
import { EVENT_TYPE, REQUEST_STATUS } from '../../src/contract/status.ts';
import type { ApiHarness } from '../support/api-harness.ts';
import { onBothDatabases } from '../support/databases.ts';
import { createPaymentApi } from '../support/payment-api.ts';
import { type PaymentHarness, payWithCard, VISA } from '../support/payment-harness.ts';

onBothDatabases('What a guest reads about a payment', (open) => {
  let harness: PaymentHarness;
  let api: ApiHarness;
  let key: string;
  let id: number;

  beforeAll(async () => {
    ({ harness, api } = await createPaymentApi(open));
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    key = randomUUID();
    const guest = { firstName: 'Gráinne', lastName: 'Walsh', email: '', phone: '' };
    const body = { ...guest, pickup: '1 Main Street, Bray', dropoff: '2 Dame Street, Dublin', note: '' };
    id = Number((await api.call('submitGuestRequest', { body, key })).body.id);
    await api.ops('POST', `guest-requests/${id}/accept`, { amount: 20 });
  });

  const payment = async () => (await api.call('getGuestRequest', { params: { key } })).body.payment;

  test('is the price in the currency of today, once an operator has stated it again (PAY-70)', async () => {
    const { db, clock } = harness;
    const places = { match: async () => ({ kind: 'unclear' as const, candidates: [] }), routes: new Hono() };
    const tariff = { ...DEFAULT_TARIFF, currency: 'GBP' };
    const dependencies = { db, clock, places, payments: harness.payments, tariff };
    await acceptGuestRequest(dependencies, id);
    expect(await payment()).toMatchObject({ amount: 20, currency: 'EUR' });
    await acceptGuestRequest(dependencies, id, { amountCents: 2000 });
    expect(await payment()).toMatchObject({ amount: 20, currency: 'GBP' });
  });

  test('is nothing to pay, and no booked delivery, while a canceled order waits for its refund (PAY-71)', async () => {
    const params = { key: (await payment())?.key ?? '' };
    const { sessionUrl } = (await api.call('createGuestPaymentSession', { params })).body;
    await payWithCard(harness, sessionUrl, { ...VISA, number: '4000 0000 0000 5126' });
    await harness.sandbox.deliver();
    const { trackingNumber } = (await api.call('getGuestRequest', { params: { key } })).body;
    await api.ops('POST', `orders/${trackingNumber}/events`, { type: EVENT_TYPE.requestCancelled });
    expect(await payment()).toMatchObject({ status: 'closed', amount: 20 });
    const { body: state } = await api.call('getGuestRequest', { params: { key } });
    expect(state.status).toBe(REQUEST_STATUS.closed);
  });

  test('is that it was refunded, also if an operator has refunded it in another way (PAY-93)', async () => {
    const params = { key: (await payment())?.key ?? '' };
    const { sessionUrl } = (await api.call('createGuestPaymentSession', { params })).body;
    await payWithCard(harness, sessionUrl);
    await harness.sandbox.deliver();
    const [row] = await harness.db.select().from(payments).where(eq(payments.guestRequestId, id));
    const paymentId = row?.id ?? 0;
    const now = harness.clock.now();
    const refund = await insertRefund(harness.db, {
      paymentId,
      reason: 'operator',
      amountCents: 2000,
      state: 'rejected',
      nextAttempt: now,
      created: now,
      lastModified: now,
    });
    expect((await payment())?.status).toBe('paid');
    const settled = { refund: refund?.id, note: 'by bank transfer' };
    await api.ops('POST', `payments/${paymentId}/settle-refund`, settled);
    expect((await payment())?.status).toBe('refunded');
  });
});
