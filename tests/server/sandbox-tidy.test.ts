import { count } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tidy } from '../../server/sandbox/stripe/queries/housekeeping.ts';
import { sandboxIdempotency, sandboxWebhooks } from '../../server/sandbox/stripe/queries/tables.ts';
import {
  ORIGIN,
  openPaymentWorld,
  type PaymentWorld,
  payOn,
  someRequest,
  someUser,
} from '../support/payment-world.ts';

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.close());

it('the sandbox forgets old keys, events and loose cards, and keeps customers, payments and saved cards', async () => {
  const userId = await someUser(world);
  const requestId = await someRequest(world, userId);
  const card = { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' };
  const loose = await world.stripe.paymentMethods.create({ type: 'card', card });
  const saved = await world.stripe.paymentMethods.create({ type: 'card', card });
  await world.payments.addMethod(userId, saved.id);
  const { sessionUrl } = await world.payments.createSession({ userId, requestId, origin: ORIGIN });
  await payOn(world, sessionUrl);
  await world.sandbox.deliver();

  const later = new Date(world.clock.now().getTime() + 31 * 24 * 3600_000);
  await tidy(world.db, later);

  await expect(world.stripe.paymentMethods.retrieve(loose.id)).rejects.toMatchObject({ statusCode: 404 });
  expect((await world.stripe.events.list()).data).toEqual([]);
  expect(await world.db.select({ rows: count() }).from(sandboxIdempotency)).toEqual([{ rows: 0 }]);
  expect(await world.db.select({ rows: count() }).from(sandboxWebhooks)).toEqual([{ rows: 0 }]);
  expect(await world.payments.listMethods(userId)).toMatchObject([{ id: saved.id, isDefault: true }]);
  const [payment] = await world.payments.listPayments(userId);
  expect((await world.browse(payment?.receiptUrl ?? '')).status).toBe(200);
});
