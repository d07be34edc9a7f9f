import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { deleteData } from '../../server/accounts/accounts.ts';
import { payments } from '../../server/db/payment-schema.ts';
import { sandboxObjects } from '../../server/sandbox/stripe/queries/rows.ts';
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
