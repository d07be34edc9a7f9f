import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { deleteData } from '../../server/accounts/accounts.ts';
import type { Db } from '../../server/db/database.ts';
import { paymentCustomers, payments } from '../../server/db/payment-schema.ts';
import { reserveCustomer } from '../../server/queries/payment-customers.ts';
import { sandboxObjects } from '../../server/sandbox/stripe/queries/rows.ts';
import { countLockWaits, onBothDatabases, openPostgres } from '../support/databases.ts';
import {
  createPaymentHarness,
  createRequest,
  createUser,
  ORIGIN,
  type PaymentHarness,
  payWithCard,
  runJobs,
} from '../support/payment-harness.ts';

onBothDatabases('deleting an account', (open) => {
  let harness: PaymentHarness;
  beforeAll(async () => {
    harness = await createPaymentHarness(open);
  });
  afterAll(() => harness.close());

  async function checkout() {
    const userId = await createUser(harness);
    const requestId = await createRequest(harness, userId);
    const { sessionUrl } = await harness.payments.createSession({ userId, requestId, origin: ORIGIN });
    return { userId, sessionUrl };
  }
  const deleteUser = (userId: number) =>
    harness.db.transaction((tx) => deleteData(tx, harness.payments, userId, harness.clock.now()));
  const customers = () =>
    harness.db.select().from(sandboxObjects).where(eq(sandboxObjects.object, 'customer'));
  const paymentsOf = (userId: number) =>
    harness.db.select().from(payments).where(eq(payments.userId, userId));

  test('closes its checkout and deletes its customer at the provider (SEC-13)', async () => {
    const { userId, sessionUrl } = await checkout();
    expect(await customers()).toHaveLength(1);
    await deleteUser(userId);
    await runJobs(harness);
    expect(await customers()).toEqual([]);
    expect(await paymentsOf(userId)).toMatchObject([{ sessionState: 'expired' }]);
    await payWithCard(harness, sessionUrl);
    expect(await paymentsOf(userId)).toMatchObject([{ sessionState: 'expired', status: 4 }]);
  });

  test('leaves no customer at the provider that was being created meanwhile, and creates none later (SEC-13)', async () => {
    const userId = await createUser(harness);
    const requestId = await createRequest(harness, userId);
    const open = () => harness.payments.createSession({ userId, requestId, origin: ORIGIN });
    const { customers: api } = harness.stripe;
    const create = api.create.bind(api);
    vi.spyOn(api, 'create').mockImplementationOnce(async (...parameters) => {
      const customer = await create(...parameters);
      await deleteUser(userId);
      return customer;
    });
    await expect(open()).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
    await runJobs(harness);
    expect(await customers()).toEqual([]);
    await expect(harness.payments.createSetupIntent(userId)).rejects.toMatchObject({
      code: 'USER_NOT_FOUND',
    });
    expect(await customers()).toEqual([]);
  });

  test('refunds a payment that arrives at the same moment (REL-11, SEC-13)', async () => {
    const { userId, sessionUrl } = await checkout();
    harness.webhooks.holdWebhooks = true;
    await payWithCard(harness, sessionUrl);
    await deleteUser(userId);
    await runJobs(harness);
    expect(await paymentsOf(userId)).toMatchObject([{ refund: 'done', amountCents: 1840 }]);
    expect(await customers()).toEqual([]);
  });
});

test('no customer at the provider is reserved for an account that is being deleted (SEC-13)', async () => {
  const harness = await createPaymentHarness(openPostgres);
  const { db, payments, clock } = harness;
  const deleteUser = (tx: Db, userId: number) => deleteData(tx, payments, userId, clock.now());
  const reserve = (tx: Db, userId: number) =>
    reserveCustomer(tx, { userId, provider: 'sandbox', account: 'acct_1' }, randomUUID());
  const oneWaits = () => expect.poll(() => countLockWaits(db)).toBe(1);

  const early = await createUser(harness);
  const [deletion] = await db.transaction(async (tx) => {
    await reserve(tx, early);
    const deleting = db.transaction((other) => deleteUser(other, early));
    await oneWaits();
    return [deleting];
  });
  await deletion;
  expect(await db.$count(paymentCustomers)).toBe(0);

  const late = await createUser(harness);
  const [reservation] = await db.transaction(async (tx) => {
    await deleteUser(tx, late);
    const reserving = reserve(db, late);
    await oneWaits();
    return [reserving];
  });
  expect(await reservation).toBeUndefined();
  await harness.close();
});
