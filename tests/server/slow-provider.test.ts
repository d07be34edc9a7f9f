import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { expect, test, vi } from 'vitest';
import { payments } from '../../server/db/payment-schema.ts';
import { toLogFields } from '../../server/payments/provider.ts';
import { PAYMENT_STATUS } from '../../src/contract/status.ts';
import { createApiHarness, parcel } from '../support/api-harness.ts';
import { openEmbedded } from '../support/databases.ts';
import { freePort } from '../support/listen-locally.ts';
import { createPaymentHarness, createRequest, createUser, ORIGIN } from '../support/payment-harness.ts';

test('a delivery is created while the payment provider hangs, which is given six seconds (PAY-12)', async () => {
  const harness = await createApiHarness(await openEmbedded());
  const { token } = await harness.createUser();
  harness.outside.isPaymentHanging = true;
  const started = performance.now();
  const { body } = await harness.call('createDeliveryRequest', { token, body: parcel() });
  // More than six seconds, because a busy machine adds its own delay. Without a limit the call would never end.
  expect(performance.now() - started).toBeLessThan(15_000);
  expect(body).toMatchObject({ status: 0, checkoutUrl: null });
  await harness.close();
});

test('no press waits longer than ten seconds, and a slow charge is made once and stored later (PAY-83)', async () => {
  const harness = await createPaymentHarness();
  const { paymentIntents, setupIntents, checkout } = harness.stripe;
  const userId = await createUser(harness);
  const [requestId, otherId] = [await createRequest(harness, userId), await createRequest(harness, userId)];
  const { clientSecret } = await harness.payments.createSetupIntent(userId);
  const setup = await setupIntents.confirm(clientSecret.split('_secret_')[0] ?? '', {
    payment_method: 'pm_card_visa',
  });
  const { id: paymentMethodId } = await harness.payments.addMethod(userId, String(setup.payment_method));
  const confirm = paymentIntents.confirm.bind(paymentIntents);
  let respond = () => {};
  const responded = new Promise<void>((resolve) => {
    respond = resolve;
  });
  vi.spyOn(paymentIntents, 'confirm').mockImplementationOnce(async (...call) => {
    await responded;
    return confirm(...call);
  });
  vi.spyOn(checkout.sessions, 'create').mockImplementationOnce(() => new Promise(() => {}) as never);
  const input = { userId, requestId, paymentMethodId, amountCents: 1840, currency: 'EUR', origin: ORIGIN };
  const started = performance.now();
  await Promise.all([
    expect(harness.payments.chargeSavedCard(input)).resolves.toEqual({ status: 'checking' }),
    expect(
      harness.payments.createSession({ userId, requestId: otherId, origin: ORIGIN }),
    ).rejects.toMatchObject({ status: 502, code: 'PAYMENT_PROVIDER' }),
  ]);
  expect(performance.now() - started).toBeLessThan(10_000);
  respond();
  await expect(harness.payments.chargeSavedCard(input)).rejects.toMatchObject({ code: 'PAYMENT_NOT_DUE' });
  const rows = await harness.db.select().from(payments).where(eq(payments.deliveryRequestId, requestId));
  expect(rows).toMatchObject([{ status: PAYMENT_STATUS.paid }]);
  expect((await harness.stripe.charges.list({})).data).toHaveLength(1);
  await harness.close();
});

test('the log names the cause of a connection to the payment provider that fails (PRD-107)', async () => {
  const address = {
    host: '127.0.0.1',
    port: await freePort(),
    protocol: 'http',
    maxNetworkRetries: 0,
  } as const;
  const error: unknown = await new Stripe('sk_test_x', address).balance.retrieve().catch((cause) => cause);
  expect(toLogFields(error)).toMatchObject({ type: 'StripeConnectionError', code: 'ECONNREFUSED' });
});
