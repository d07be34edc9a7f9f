import { count, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { deleteExpiredObjects, sandboxIdempotency } from '../../server/sandbox/stripe/queries/rows.ts';
import {
  createPaymentHarness,
  createRequest,
  createUser,
  ORIGIN,
  type PaymentHarness,
  payWithCard,
} from '../support/payment-harness.ts';

let harness: PaymentHarness;
beforeAll(async () => {
  harness = await createPaymentHarness();
});
afterAll(() => harness.close());

test('the sandbox deletes old keys, events and unused cards, and keeps customers, payments and saved cards', async () => {
  const userId = await createUser(harness);
  const requestId = await createRequest(harness, userId);
  const card = { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' };
  const loose = await harness.stripe.paymentMethods.create({ type: 'card', card });
  const saved = await harness.stripe.paymentMethods.create({ type: 'card', card });
  await harness.payments.addMethod(userId, saved.id);
  const { sessionUrl } = await harness.payments.createSession({ userId, requestId, origin: ORIGIN });
  await payWithCard(harness, sessionUrl);
  harness.webhooks.holdWebhooks = true;
  await harness.sandbox.deliver();
  harness.webhooks.sent = [];

  const later = new Date(harness.clock.now().getTime() + 31 * 24 * 3600_000);
  await deleteExpiredObjects(harness.db, later);

  await expect(harness.stripe.paymentMethods.retrieve(loose.id)).rejects.toMatchObject({ statusCode: 404 });
  expect((await harness.stripe.events.list()).data).toEqual([]);
  expect(await harness.db.select({ rows: count() }).from(sandboxIdempotency)).toEqual([{ rows: 0 }]);
  harness.clock.pass(60_000);
  await harness.sandbox.deliver();
  expect(harness.webhooks.sent).toEqual([]);
  expect(await harness.payments.listMethods(userId)).toMatchObject([{ id: saved.id, isDefault: true }]);
  expect((await harness.stripe.charges.list()).data).toMatchObject([{ paid: true }]);
});

test('a call that ends before its response is stored has changed nothing, and its key can be used again (PAY-79)', async () => {
  const { db, stripe } = harness;
  const create = () => stripe.customers.create({ name: 'Ciara' }, { idempotencyKey: 'interrupted' });
  await db.execute(sql`alter table sandbox_idempotency add constraint no_response check (body is null)`);
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  await expect(create()).rejects.toThrow();
  logged.mockRestore();
  await db.execute(sql`alter table sandbox_idempotency drop constraint no_response`);
  await create();
  const { data } = await stripe.customers.list();
  expect(data.filter(({ name }) => name === 'Ciara')).toHaveLength(1);
});

test('a call that version 0.1.0 left without a response can be made again with its key, once (PAY-79)', async () => {
  const { clock, db, stripe } = harness;
  const key = 'left by 0.1.0';
  await db.insert(sandboxIdempotency).values({ key, fingerprint: 'unknown', createdAt: clock.now() });
  const create = () => stripe.customers.create({ name: 'Oisín' }, { idempotencyKey: key });
  expect(await create()).toEqual(await create());
  const { data } = await stripe.customers.list();
  expect(data.filter(({ name }) => name === 'Oisín')).toHaveLength(1);
});
