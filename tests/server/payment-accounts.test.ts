import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteData } from '../../server/accounts/accounts.ts';
import { payments as paymentsTable } from '../../server/db/payment-schema.ts';
import { deliverySubject } from '../../server/queries/payments.ts';
import { listRefunds } from '../../server/queries/refunds.ts';
import { onBothDatabases } from '../support/databases.ts';
import {
  createPaymentHarness,
  createRequest,
  createUser,
  ORIGIN,
  type PaymentHarness,
  payWithCard,
  runJobs,
} from '../support/payment-harness.ts';

/** The sandbox has one account, so the current key gets an account id of its own and calls the same sandbox. */
onBothDatabases('payments of a former account', (open) => {
  let harness: PaymentHarness;
  let userId: number;
  let requestId: number;
  const current = () => ({ ...harness.createProvider(), readAccountId: async () => 'acct_current' });

  beforeAll(async () => {
    harness = await createPaymentHarness(open);
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    harness.webhooks.holdWebhooks = true;
    harness.log.length = 0;
    userId = await createUser(harness);
    requestId = await createRequest(harness, userId);
  });

  const session = (payments = harness.payments) =>
    payments.createSession({ userId, requestId, origin: ORIGIN });
  const rows = async () =>
    (
      await harness.db.select().from(paymentsTable).where(eq(paymentsTable.deliveryRequestId, requestId))
    ).toSorted((a, b) => a.id - b.id);
  const operator = { actor: 'operator Nuala', source: '203.0.113.7' };

  test('are named at start with what is open there and what to do (PAY-84)', async () => {
    await session();
    await harness.createPayments(current()).reportMissingRights();
    const log = harness.log.join('');
    expect(log).toContain('set STRIPE_FORMER_SECRET_KEY');
    expect(log).toMatch(/"checkouts":\d+,"payableUntil":"20/);
    expect(log).toContain((await rows())[0]?.account);
    expect((await rows())[0]?.account).toMatch(/^acct_/);
  });

  test('are refunded only with the key of their account, and operators read what to do (PAY-84)', async () => {
    await payWithCard(harness, (await session()).sessionUrl);
    await harness.payments.refresh(deliverySubject(requestId));
    const [row] = await rows();
    const paymentId = row?.id ?? 0;
    const changed = harness.createPayments(current());
    const input = { paymentId, amountCents: 500, key: `former-${paymentId}`, operator };
    await expect(changed.operator.refund(input)).rejects.toMatchObject({
      status: 409,
      code: 'PAYMENT_ACCOUNT_CHANGED',
      message: expect.stringContaining('STRIPE_FORMER_SECRET_KEY'),
    });
    const withFormer = harness.createPayments(current(), harness.createProvider());
    await withFormer.operator.refund(input);
    expect((await rows())[0]).toMatchObject({ refund: 'done', amountRefundedCents: 500 });
  });

  test('have no refund that stays due without a key (PAY-84)', async () => {
    await payWithCard(harness, (await session()).sessionUrl);
    // The delivery changes before the payment is known, so that its money goes back.
    await harness.payments.expireSessions(harness.db, deliverySubject(requestId));
    const [row] = await rows();
    const broken = harness.createPayments({
      ...harness.createProvider(),
      stripe: Object.assign(harness.createProvider().stripe, {
        refunds: { list: async () => ({ data: [] }), create: () => Promise.reject(new Error('away')) },
      }),
    });
    await broken.reconcile();
    expect((await rows())[0]?.refund).toBe('due');
    const changed = harness.createPayments(current());
    await changed.reportMissingRights();
    expect((await rows())[0]?.refund).toBe('rejected');
    expect(await listRefunds(harness.db, [row?.id ?? 0])).toMatchObject([
      { state: 'rejected', failure: 'account_changed' },
    ]);
  });

  test('have no refund that stays due if the key may not read the account (PAY-84)', async () => {
    await payWithCard(harness, (await session()).sessionUrl);
    await harness.payments.refresh(deliverySubject(requestId));
    const paymentId = (await rows())[0]?.id ?? 0;
    await harness.db
      .update(paymentsTable)
      .set({ account: '', sessionId: `cs_test_elsewhere_${paymentId}` })
      .where(eq(paymentsTable.id, paymentId));
    await harness.payments.operator.refund({
      paymentId,
      amountCents: 500,
      key: `unknown-${paymentId}`,
      operator,
    });
    expect((await rows())[0]).toMatchObject({ refund: 'rejected', paid: expect.any(Date) });
    expect(await listRefunds(harness.db, [paymentId])).toMatchObject([
      { state: 'rejected', failure: 'resource_missing' },
    ]);
  });

  test('leave no checkout page open that could still be paid (PAY-84)', async () => {
    const old = await session();
    const changed = harness.createPayments(current(), harness.createProvider());
    harness.clock.pass(30_000);
    await changed.reconcile();
    expect(await (await payWithCard(harness, old.sessionUrl)).text()).toContain('Checkout closed');
    expect((await rows())[0]).toMatchObject({ sessionState: 'expired', paid: null });
  });

  test('are closed in the former account before a checkout opens in the current one (PAY-84)', async () => {
    const old = await session();
    await session(harness.createPayments(current(), harness.createProvider()));
    expect(await (await payWithCard(harness, old.sessionUrl)).text()).toContain('Checkout closed');
    expect(
      (await rows()).map(({ account, sessionState }) => [account === 'acct_current', sessionState]),
    ).toEqual([
      [false, 'expired'],
      [true, 'open'],
    ]);
  });

  test('have customers whom only the key of their account can delete (SEC-13, PAY-84)', async () => {
    await session();
    const refused = new Stripe.errors.StripeInvalidRequestError({
      type: 'invalid_request_error',
      code: 'resource_missing',
      message: 'No such customer',
    });
    const provider = current();
    Object.assign(provider.stripe.customers, { del: () => Promise.reject(refused) });
    const changed = harness.createPayments(provider, harness.createProvider());
    await harness.db.transaction((tx) => deleteData(tx, changed, userId, harness.clock.now()));
    await runJobs({ ...harness, payments: changed });
    const { data } = await harness.stripe.customers.search({ query: `metadata['userId']:'${userId}'` });
    expect(data).toEqual([]);
  });
});
