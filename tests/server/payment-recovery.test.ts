import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  paymentCustomers,
  paymentEvents,
  payments as paymentsTable,
} from '../../server/db/payment-schema.ts';
import { deliveryRequests, users } from '../../server/db/schema.ts';
import { RIGHTS } from '../../server/payments/check-account.ts';
import { deliverySubject } from '../../server/queries/payments.ts';
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
} from '../support/payment-harness.ts';

const denied = () =>
  new Stripe.errors.StripePermissionError({ type: 'invalid_request_error', message: 'The key may not.' });

onBothDatabases('payments without help', (open) => {
  let harness: PaymentHarness;
  let userId: number;
  let requestId: number;

  beforeAll(async () => {
    harness = await createPaymentHarness(open);
    harness.webhooks.holdWebhooks = true;
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    userId = await createUser(harness);
    requestId = await createRequest(harness, userId);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const session = () => harness.payments.createSession({ userId, requestId, origin: ORIGIN });
  const statusOf = async () =>
    (await harness.db.select().from(deliveryRequests).where(eq(deliveryRequests.id, requestId)))[0]?.status;
  const rowsOf = async () => {
    const isOwn = eq(paymentsTable.deliveryRequestId, requestId);
    return harness.db.select().from(paymentsTable).where(isOwn).orderBy(paymentsTable.id);
  };
  const customersOf = () =>
    harness.db
      .select({ account: paymentCustomers.account, customerId: paymentCustomers.customerId })
      .from(paymentCustomers)
      .where(eq(paymentCustomers.userId, userId));
  const customerOf = async () =>
    (await harness.db.select().from(paymentCustomers).where(eq(paymentCustomers.userId, userId)))[0]
      ?.customerId ?? '';

  describe('The reconciler', () => {
    test('finalizes a payment although the key has no right to read events (PAY-08)', async () => {
      await payWithCard(harness, (await session()).sessionUrl);
      vi.spyOn(harness.stripe.events, 'list').mockImplementation(() => {
        throw denied();
      });
      harness.clock.pass(30_000);
      await harness.payments.reconcile();
      expect(await statusOf()).toBe(1);
    });

    test('finalizes a payment behind thirty open checkouts in one run without events (PAY-08)', async () => {
      for (let index = 0; index < 30; index += 1) {
        const id = await createRequest(harness, userId);
        await harness.payments.createSession({ userId, requestId: id, origin: ORIGIN });
      }
      await payWithCard(harness, (await session()).sessionUrl);
      vi.spyOn(harness.stripe.events, 'list').mockImplementation(() => {
        throw denied();
      });
      harness.clock.pass(30_000);
      await harness.payments.reconcile();
      expect(await statusOf()).toBe(1);
    });

    test('continues with the other payments if one cannot be checked (PAY-08)', async () => {
      const broken = await createRequest(harness, userId);
      await harness.payments.createSession({ userId, requestId: broken, origin: ORIGIN });
      await payWithCard(harness, (await session()).sessionUrl);
      await harness.db.delete(paymentEvents);
      vi.spyOn(harness.stripe.events, 'list').mockImplementation(() => {
        throw new Stripe.errors.StripeConnectionError({ type: 'api_error', message: 'away' });
      });
      const [row] = await harness.db
        .select()
        .from(paymentsTable)
        .where(eq(paymentsTable.deliveryRequestId, broken));
      const retrieve = harness.stripe.checkout.sessions.retrieve.bind(harness.stripe.checkout.sessions);
      vi.spyOn(harness.stripe.checkout.sessions, 'retrieve').mockImplementation(async (id, ...rest) => {
        if (id === row?.sessionId) throw new Error('this one is broken');
        return retrieve(id, ...rest);
      });
      harness.clock.pass(30_000);
      await harness.payments.reconcile();
      expect(await statusOf()).toBe(1);
    });
  });

  describe('The check of the Stripe key at start', () => {
    test('names the rights that the key lacks in one line (PAY-08)', async () => {
      vi.spyOn(harness.stripe.events, 'list').mockRejectedValue(denied() as never);
      vi.spyOn(harness.stripe.refunds, 'create').mockRejectedValue(denied());
      harness.log.length = 0;
      await harness.payments.reportMissingRights();
      expect(harness.log.join('')).toContain(
        'the Stripe key lacks these rights: Charges and Refunds: Write, Events: Read',
      );
    });

    test('logs nothing for a key with all rights, and changes nothing at Stripe', async () => {
      harness.log.length = 0;
      await harness.payments.reportMissingRights();
      expect(harness.log).toEqual([]);
      expect(RIGHTS.length).toBeGreaterThan(5);
    });
  });

  describe('A customer who returns', () => {
    test('is shown as paid without any webhook (PAY-09)', async () => {
      await payWithCard(harness, (await session()).sessionUrl);
      await harness.payments.refresh(deliverySubject(requestId));
      expect(await statusOf()).toBe(1);
      expect(await harness.payments.findPayment(userId, requestId)).toMatchObject({
        status: 2,
        amount: 18.4,
        cardLast4: '4242',
      });
    });

    test('sees why the card was declined (PAY-09)', async () => {
      await payWithCard(harness, (await session()).sessionUrl, DECLINED);
      await harness.payments.refresh(deliverySubject(requestId));
      expect(await harness.payments.findPayment(userId, requestId)).toMatchObject({
        status: 3,
        failureMessage: 'Your card was declined.',
      });
    });

    test('has no payment if the checkout was only opened (PAY-09)', async () => {
      await session();
      await harness.payments.refresh(deliverySubject(requestId));
      expect(await harness.payments.findPayment(userId, requestId)).toBeUndefined();
      expect(await listPayments(harness, userId)).toEqual([]);
    });

    test('who reads a delivery often makes the server read the provider once a second (PAY-74)', async () => {
      await session();
      const retrieve = vi.spyOn(harness.stripe.checkout.sessions, 'retrieve');
      await Promise.all(
        Array.from({ length: 20 }, () => harness.payments.refresh(deliverySubject(requestId))),
      );
      expect(retrieve).toHaveBeenCalledTimes(1);
      harness.clock.pass(2000);
      await harness.payments.refresh(deliverySubject(requestId));
      expect(retrieve).toHaveBeenCalledTimes(2);
    });

    test('does not wait for an unavailable provider, and the next reads do not call it (PAY-09)', async () => {
      await session();
      const retrieve = vi
        .spyOn(harness.stripe.checkout.sessions, 'retrieve')
        .mockRejectedValue(new Stripe.errors.StripeConnectionError({ type: 'api_error', message: 'away' }));
      await harness.payments.refresh(deliverySubject(requestId));
      await harness.payments.refresh(deliverySubject(requestId));
      expect(retrieve).toHaveBeenCalledTimes(1);
      expect(retrieve.mock.calls[0]?.[2]).toEqual({ timeout: 1500, maxNetworkRetries: 0 });
      harness.clock.pass(60_000);
    });
  });

  describe('A delayed payment method', () => {
    const respondWith = (change: object) => {
      const retrieve = harness.stripe.checkout.sessions.retrieve.bind(harness.stripe.checkout.sessions);
      vi.spyOn(harness.stripe.checkout.sessions, 'retrieve').mockImplementation(async (...input) => ({
        ...(await retrieve(...input)),
        status: 'complete',
        payment_status: 'unpaid',
        ...change,
      }));
    };

    test('opens no second checkout while it is processing (PAY-10)', async () => {
      await session();
      respondWith({});
      await harness.payments.refresh(deliverySubject(requestId));
      expect(await harness.payments.findPayment(userId, requestId)).toMatchObject({ status: 1 });
      await expect(session()).rejects.toMatchObject({ status: 409, code: 'PAYMENT_PROCESSING' });
      expect(await rowsOf()).toHaveLength(1);
    });

    test('that fails later is shown as failed, and another checkout opens (PAY-10)', async () => {
      await session();
      respondWith({});
      await harness.payments.refresh(deliverySubject(requestId));
      vi.restoreAllMocks();
      respondWith({
        payment_intent: {
          id: 'pi_delayed',
          status: 'requires_payment_method',
          latest_charge: null,
          last_payment_error: { message: 'The bank refused the debit.' },
        },
      });
      await session();
      expect((await rowsOf()).map(({ status }) => status)).toEqual([3, 0]);
    });
  });

  describe('An object that was deleted at Stripe', () => {
    test('is created again if it is a customer (PAY-11)', async () => {
      await session();
      const first = await customerOf();
      await harness.stripe.customers.del(first);
      const other = await createRequest(harness, userId);
      await harness.payments.createSession({ userId, requestId: other, origin: ORIGIN });
      expect(await customerOf()).not.toBe(first);
      expect(await harness.payments.listMethods(userId)).toEqual([]);
    });

    test('is created without a refused call after a change to another account (PAY-76)', async () => {
      await session();
      const [first] = await customersOf();
      const provider = harness.createProvider();
      const payments = harness.createPayments({ ...provider, readAccountId: async () => 'acct_other' });
      const refused = vi.spyOn(provider.stripe.customers, 'retrieve');
      expect(await payments.listMethods(userId)).toEqual([]);
      const other = await createRequest(harness, userId);
      await payments.createSession({ userId, requestId: other, origin: ORIGIN });
      expect(refused).not.toHaveBeenCalled();
      expect(await customersOf()).toHaveLength(2);
      expect(await customersOf()).toEqual(
        expect.arrayContaining([first, { account: 'acct_other', customerId: expect.any(String) }]),
      );
      // After a change back, the first customer with its saved cards is used again.
      const third = await createRequest(harness, userId);
      await harness.payments.createSession({ userId, requestId: third, origin: ORIGIN });
      expect(await customersOf()).toHaveLength(2);
    });

    test('is known by its account from the first use after an update (PAY-76)', async () => {
      await session();
      await harness.db
        .update(paymentCustomers)
        .set({ account: '' })
        .where(eq(paymentCustomers.userId, userId));
      const other = await createRequest(harness, userId);
      await harness.payments.createSession({ userId, requestId: other, origin: ORIGIN });
      expect(await customersOf()).toMatchObject([{ account: expect.stringMatching(/^acct_/) }]);
    });

    test('is used as before by a key that may not read the account (PAY-76)', async () => {
      await session();
      const provider = harness.createProvider();
      const read = vi.spyOn(provider.stripe.accounts, 'retrieveCurrent').mockRejectedValue(denied());
      const payments = harness.createPayments(provider);
      const [known] = await customersOf();
      const other = await createRequest(harness, userId);
      await payments.createSession({ userId, requestId: other, origin: ORIGIN });
      expect(await customersOf()).toEqual([known]);
      expect(read).toHaveBeenCalledTimes(1);
      await harness.stripe.customers.del(known?.customerId ?? '');
      expect(await payments.listMethods(userId)).toEqual([]);
      expect(await customersOf()).toMatchObject([{ account: '' }]);
    });

    test('is replaced if it is an open session (PAY-11)', async () => {
      const first = await session();
      await harness.db
        .update(paymentsTable)
        .set({ sessionId: `cs_test_of_another_account_${requestId}` })
        .where(eq(paymentsTable.deliveryRequestId, requestId));
      const second = await session();
      expect(second.sessionUrl).not.toBe(first.sessionUrl);
      expect((await rowsOf()).map(({ sessionState }) => sessionState)).toEqual(['expired', 'open']);
    });
  });

  describe('A customer', () => {
    test('with emoji in the telephone number can pay (PAY-11)', async () => {
      await harness.db
        .update(users)
        .set({ phoneNumber: '📞 +353 87 123 4567 extension 12345 ☎️' })
        .where(eq(users.id, userId));
      await session();
      expect(await harness.stripe.customers.retrieve(await customerOf())).toMatchObject({
        phone: '+353 87 123 4567  12',
      });
    });

    test('whose name changed after a lost response can pay, and Stripe gets the new name (PAY-11)', async () => {
      const create = harness.stripe.customers.create.bind(harness.stripe.customers);
      vi.spyOn(harness.stripe.customers, 'create').mockImplementationOnce(async (...input) => {
        await create(...input);
        throw new Stripe.errors.StripeConnectionError({ type: 'api_error', message: 'lost' });
      });
      await expect(session()).rejects.toMatchObject({ status: 502 });
      await harness.db.update(users).set({ name: 'Aoife Ní Bhriain' }).where(eq(users.id, userId));
      await session();
      await harness.db.update(users).set({ name: 'Aoife Byrne' }).where(eq(users.id, userId));
      await harness.payments.updateCustomer(harness.db, userId);
      await runJobs(harness);
      expect(await harness.stripe.customers.retrieve(await customerOf())).toMatchObject({
        name: 'Aoife Byrne',
      });
    });
  });

  describe('An error of Stripe', () => {
    const { errors } = Stripe;
    const raw = { type: 'api_error', message: 'secret words' } as const;
    test.each([
      ['too many requests', new errors.StripeRateLimitError(raw), 503, /busy/],
      ['a wrong key', new errors.StripeAuthenticationError(raw), 502, /access/],
      ['no response', new errors.StripeConnectionError(raw), 502, /did not respond/],
      ['a wrong parameter', new errors.StripeInvalidRequestError(raw), 502, /refused this request/],
      ['a failure', new errors.StripeAPIError(raw), 502, /has a problem/],
    ])('has its own message: %s (PAY-12)', async (_, error, status, sentence) => {
      vi.spyOn(harness.stripe.checkout.sessions, 'create').mockRejectedValue(error);
      const refusal = await session().catch((thrown: unknown) => thrown);
      expect(refusal).toMatchObject({
        status,
        code: 'PAYMENT_PROVIDER',
        message: expect.stringMatching(sentence),
      });
      expect(refusal).toHaveProperty('retryAfter', status === 503 ? 2 : undefined);
    });
  });
});
