import Stripe from 'stripe';
import { expect, onTestFinished, test, vi } from 'vitest';
import { inTurn } from '../../server/jobs/background-tasks.ts';
import { openPostgres } from '../support/databases.ts';
import { createPaymentHarness, createRequest, createUser, ORIGIN } from '../support/payment-harness.ts';

test('Of ten processes, one reads the events of the provider (PRD-97)', async () => {
  const database = await openPostgres();
  onTestFinished(() => database.close());
  let runs = 0;
  const work = async () => {
    runs += 1;
  };
  await Promise.all(Array.from({ length: 10 }, () => inTurn(database.db, 'reconcile', 25, work)));
  expect(runs).toBe(1);
});

test('Ten processes that check payments at once read each at the provider once (PRD-97)', async () => {
  const harness = await createPaymentHarness(openPostgres);
  onTestFinished(() => harness.close());
  const userId = await createUser(harness);
  for (let n = 0; n < 5; n++) {
    const requestId = await createRequest(harness, userId);
    await harness.payments.createSession({ userId, requestId, origin: ORIGIN });
  }
  vi.spyOn(harness.stripe.events, 'list').mockImplementation(() => {
    throw new Stripe.errors.StripePermissionError({ type: 'invalid_request_error', message: 'no right' });
  });
  const retrieve = vi.spyOn(harness.stripe.checkout.sessions, 'retrieve');
  harness.clock.pass(30_000);
  await Promise.all(Array.from({ length: 10 }, () => harness.createPayments().reconcile()));
  expect(retrieve).toHaveBeenCalledTimes(5);
});
