import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { paymentLocks, payments as paymentsTable } from '../../server/db/payment-schema.ts';
import { deliveryRequests } from '../../server/db/schema.ts';
import { deliverySubject } from '../../server/queries/payments.ts';
import { onBothDatabases } from '../support/databases.ts';
import {
  BUSINESS,
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

onBothDatabases('checkout sessions', (open) => {
  let harness: PaymentHarness;
  let userId: number;
  let requestId: number;

  beforeAll(async () => {
    harness = await createPaymentHarness(open);
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    harness.webhooks.holdWebhooks = false;
    userId = await createUser(harness);
    requestId = await createRequest(harness, userId);
  });

  const session = (origin = ORIGIN) => harness.payments.createSession({ userId, requestId, origin });
  const statusOf = async (id = requestId) => {
    const [row] = await harness.db.select().from(deliveryRequests).where(eq(deliveryRequests.id, id));
    return row?.status;
  };
  const rowsOf = (id = requestId) =>
    harness.db.select().from(paymentsTable).where(eq(paymentsTable.deliveryRequestId, id));

  describe('A checkout session', () => {
    test('has the price of the stored request, to the cent, and returns to the page the customer came from (NUM-04, CAL-04)', async () => {
      const { sessionUrl } = await session('http://127.0.0.1:9999');
      expect(new URL(sessionUrl).origin).toBe('http://127.0.0.1:9999');
      const [row] = await rowsOf();
      const stored = await harness.stripe.checkout.sessions.retrieve(row?.sessionId ?? '');
      expect(stored).toMatchObject({
        amount_total: 1840,
        currency: 'eur',
        client_reference_id: String(requestId),
        success_url: `http://127.0.0.1:9999/deliveries/${requestId}/payment/success?session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: `http://127.0.0.1:9999/deliveries/${requestId}/payment/cancel`,
      });
    });

    test('carries what the bank statement is to show, and nothing without the setting (PAY-95)', async () => {
      const create = vi.spyOn(harness.stripe.checkout.sessions, 'create');
      await session();
      expect(create.mock.lastCall?.[0]?.payment_intent_data).not.toHaveProperty(
        'statement_descriptor_suffix',
      );
      const settings = { ...BUSINESS, statementDescriptor: 'SEND PARCEL' };
      const other = harness.createPayments(undefined, undefined, undefined, settings);
      const another = await createRequest(harness, userId);
      await other.createSession({ userId, requestId: another, origin: ORIGIN });
      expect(create.mock.lastCall?.[0]?.payment_intent_data).toMatchObject({
        statement_descriptor_suffix: 'SEND PARCEL',
      });
      create.mockRestore();
    });

    test('is the same one however often Pay is pressed (REL-11)', async () => {
      const sessions = await Promise.all(Array.from({ length: 8 }, () => session()));
      expect(new Set(sessions.map(({ sessionUrl }) => sessionUrl)).size).toBe(1);
      expect(await rowsOf()).toHaveLength(1);
    });

    test('is replaced when the customer comes from another origin', async () => {
      const first = await session('http://localhost:8080');
      const second = await session('http://127.0.0.1:8080');
      expect(second.sessionUrl).not.toBe(first.sessionUrl);
      const page = await harness.request(new URL(first.sessionUrl).pathname);
      expect(await page.text()).toContain('This checkout is closed');
    });

    test('is created after a process that was creating one was killed', async () => {
      const expires = new Date(Date.now() + 500);
      await harness.db
        .insert(paymentLocks)
        .values({ name: `session-of-request-${requestId}`, holder: crypto.randomUUID(), expires });
      expect((await session()).sessionUrl).toContain('/sandbox/checkout/');
    });

    test('is opened once by two processes, of which one has lost the lock while the database stalled (REL-11)', async () => {
      const other = harness.createPayments();
      const create = vi.spyOn(harness.stripe.checkout.sessions, 'create');
      create.mockImplementationOnce(async (...input) => {
        await harness.db.delete(paymentLocks);
        await other.createSession({ userId, requestId, origin: ORIGIN });
        create.mockRestore();
        return harness.stripe.checkout.sessions.create(...input);
      });
      await expect(session()).rejects.toMatchObject({ status: 409 });
      const rows = await rowsOf();
      expect(rows.filter(({ sessionState }) => sessionState === 'open')).toHaveLength(1);
      const { data } = await harness.stripe.checkout.sessions.list({ status: 'open', limit: 100 });
      expect(data.filter((known) => known.client_reference_id === String(requestId))).toHaveLength(1);
    });

    test('of the sandbox is closed when the operator configures a key of the real provider', async () => {
      await session();
      await harness.db
        .update(paymentsTable)
        .set({ provider: 'test' })
        .where(eq(paymentsTable.deliveryRequestId, requestId));
      await session();
      expect((await rowsOf()).map((row) => row.sessionState).sort()).toEqual(['dead', 'open']);
    });

    test('is not reused shortly before it expires', async () => {
      const first = await session();
      harness.clock.pass(23.9 * 3600_000);
      expect((await session()).sessionUrl).not.toBe(first.sessionUrl);
      harness.clock.pass(-23.9 * 3600_000);
    });

    test('for a request of another account gets the same response as one that does not exist', async () => {
      const otherUserId = await createUser(harness);
      const ask = (id: number) =>
        harness.payments.createSession({ userId: otherUserId, requestId: id, origin: ORIGIN });
      await expect(ask(requestId)).rejects.toMatchObject({ status: 404, code: 'ORDER_REQUEST_NOT_FOUND' });
      await expect(ask(999_999)).rejects.toMatchObject({ status: 404, code: 'ORDER_REQUEST_NOT_FOUND' });
    });

    test('is refused for a paid request', async () => {
      await payWithCard(harness, (await session()).sessionUrl);
      await harness.sandbox.deliver();
      await expect(session()).rejects.toMatchObject({ status: 409, code: 'PAYMENT_NOT_DUE' });
    });

    test('is refused when a payment is found whose webhook has not arrived', async () => {
      const { sessionUrl } = await session();
      await payWithCard(harness, sessionUrl);
      await expect(session()).rejects.toMatchObject({ status: 409, code: 'PAYMENT_NOT_DUE' });
      expect(await statusOf()).toBe(1);
    });

    test('fails with PAYMENT_PROVIDER while the provider is unavailable', async () => {
      const away = await createPaymentHarness(open);
      const person = await createUser(away);
      const due = await createRequest(away, person);
      const { createSession } = away.payments;
      away.stripe.checkout.sessions.create = () => {
        throw new away.stripe.errors.StripeConnectionError({ type: 'api_error', message: 'away' });
      };
      await expect(createSession({ userId: person, requestId: due, origin: ORIGIN })).rejects.toMatchObject({
        status: 502,
        code: 'PAYMENT_PROVIDER',
      });
      await away.close();
    });
  });

  describe('A payment', () => {
    test.each([
      ['4000 0000 0000 3220', 2, null],
      ['4000 0000 0000 3063', 2, null],
      ['4000 0084 0000 1629', 3, 'Your card was declined.'],
      ['4000 0082 6000 3178', 3, 'Your card has insufficient funds.'],
    ])(
      'with card %s asks for 3-D Secure before the bank decides (PAY-16)',
      async (number, status, failureMessage) => {
        const { sessionUrl } = await session();
        const page = new URL(sessionUrl).pathname;
        const challenge = await payWithCard(harness, sessionUrl, { ...VISA, number });
        expect(challenge.headers.get('location')).toBe(`${page}/authenticate`);
        await harness.request(`${page}/authenticate`, { outcome: 'complete' });
        await harness.sandbox.deliver();
        expect(await listPayments(harness, userId)).toMatchObject([{ status, failureMessage }]);
      },
    );

    test('redirects to the success page, and the webhook sets the request to submitted', async () => {
      const { sessionUrl } = await session();
      const response = await payWithCard(harness, sessionUrl);
      expect(response.status).toBe(303);
      const returned = new URL(response.headers.get('location') ?? '');
      expect(returned.origin + returned.pathname).toBe(`${ORIGIN}/deliveries/${requestId}/payment/success`);
      expect(returned.searchParams.get('session_id')).toMatch(/^cs_test_/);
      expect(await statusOf()).toBe(0);
      await harness.sandbox.deliver();
      expect(await statusOf()).toBe(1);
    });

    test('has the same amount in request, session and history, and names card and documents', async () => {
      const due = await createRequest(harness, userId, 123_457);
      const { sessionUrl } = await harness.payments.createSession({ userId, requestId: due, origin: ORIGIN });
      await payWithCard(harness, sessionUrl);
      await harness.sandbox.deliver();
      const [payment] = await listPayments(harness, userId);
      expect(payment).toMatchObject({
        status: 2,
        amount: 1234.57,
        currency: 'EUR',
        cardBrand: 'visa',
        cardLast4: '4242',
        cardExpMonth: 12,
        cardExpYear: 2040,
        cardholderName: 'Aoife Brennan',
      });
      expect(payment?.description).toContain('12 Leinster Road, Rathmines');
      expect(payment?.receiptUrl).toMatch(/^\/api\/documents\/[0-9a-f-]{36}$/);
      // A supply has one number, so the provider makes no invoice and emails no receipt of its own.
      expect((await harness.stripe.invoices.list({})).data).toEqual([]);
      const [charge] = (await harness.stripe.charges.list({ limit: 1 })).data;
      expect(charge?.receipt_email).toBeNull();
    });

    test('stays on the page with the reason when the card is declined, and works with another card', async () => {
      const { sessionUrl } = await session();
      const declined = await payWithCard(harness, sessionUrl, DECLINED);
      expect(declined.status).toBe(200);
      expect(await declined.text()).toContain('Your card was declined.');
      await harness.sandbox.deliver();
      expect((await listPayments(harness, userId))[0]).toMatchObject({
        status: 3,
        cardLast4: '0002',
      });
      expect(await statusOf()).toBe(0);

      const paid = await payWithCard(harness, sessionUrl, VISA);
      expect(paid.status).toBe(303);
      await harness.sandbox.deliver();
      expect(await listPayments(harness, userId)).toMatchObject([{ status: 2, cardLast4: '4242' }]);
      expect(await statusOf()).toBe(1);
    });

    test('is charged once when Pay is pressed ten times at the same time', async () => {
      const { sessionUrl } = await session();
      await Promise.all(Array.from({ length: 10 }, () => payWithCard(harness, sessionUrl)));
      const [row] = await rowsOf();
      const { payment_intent } = await harness.stripe.checkout.sessions.retrieve(row?.sessionId ?? '');
      const charges = await harness.stripe.charges.list({ payment_intent: String(payment_intent) });
      expect(charges.data).toHaveLength(1);
    });

    test('is shown as canceled when its session expires unpaid', async () => {
      await session();
      harness.clock.pass(25 * 3600_000);
      await harness.payments.reconcile();
      expect(await rowsOf()).toMatchObject([{ status: 4 }]);
      expect(await listPayments(harness, userId)).toEqual([]);
      harness.clock.pass(-25 * 3600_000);
    });
  });

  describe('A request that is edited or deleted', () => {
    const expire = () =>
      harness.db.transaction((tx) => harness.payments.expireSessions(tx, deliverySubject(requestId)));

    test('closes its checkout page', async () => {
      const { sessionUrl } = await session();
      await expire();
      await runJobs(harness);
      expect((await payWithCard(harness, sessionUrl)).status).toBe(200);
      expect(await (await harness.request(new URL(sessionUrl).pathname)).text()).toContain(
        'This checkout is closed',
      );
      expect(await rowsOf()).toMatchObject([{ status: 4 }]);
      expect(await listPayments(harness, userId)).toEqual([]);
    });

    test('gets a session with the new price', async () => {
      const first = await session();
      await harness.db.transaction(async (tx) => {
        await harness.payments.expireSessions(tx, deliverySubject(requestId));
        await tx.update(deliveryRequests).set({ priceCents: 2500 }).where(eq(deliveryRequests.id, requestId));
      });
      const second = await session();
      expect(second.sessionUrl).not.toBe(first.sessionUrl);
      const page = await harness.request(new URL(second.sessionUrl).pathname);
      expect(await page.text()).toContain('Pay €25.00');
    });

    test('gets a session with the new price even when the old one is still open', async () => {
      const first = await session();
      await harness.db
        .update(deliveryRequests)
        .set({ priceCents: 2500 })
        .where(eq(deliveryRequests.id, requestId));
      const second = await session();
      const page = await harness.request(new URL(second.sessionUrl).pathname);
      expect(await page.text()).toContain('Pay €25.00');
      const old = await harness.request(new URL(first.sessionUrl).pathname);
      expect(await old.text()).toContain('This checkout is closed');
    });

    test.each(['edited', 'deleted'])(
      'refunds a late payment for a request that was %s, once (REL-11)',
      async (how) => {
        const { sessionUrl } = await session();
        await harness.db.transaction(async (tx) => {
          await harness.payments.expireSessions(tx, deliverySubject(requestId));
          if (how === 'deleted') await tx.delete(deliveryRequests).where(eq(deliveryRequests.id, requestId));
        });
        // The customer is faster than the job that closes the page.
        expect((await payWithCard(harness, sessionUrl)).status).toBe(303);
        await harness.sandbox.deliver();
        await runJobs(harness);
        await harness.payments.reconcile();
        const [row] = await rowsOf();
        expect(row).toMatchObject({ refund: 'done', status: 4 });
        const refunds = await harness.stripe.refunds.list({ payment_intent: row?.intentId ?? '' });
        expect(refunds.data).toMatchObject([{ amount: 1840 }]);
        expect((await listPayments(harness, userId))[0]).toMatchObject({
          refund: 'done',
          amountRefunded: 18.4,
        });
        expect(await statusOf()).toBe(how === 'deleted' ? undefined : 0);
        expect(harness.log.join('')).toContain('late payment');
      },
    );
  });
});
