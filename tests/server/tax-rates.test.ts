import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { deliverySubject } from '../../server/queries/payments.ts';
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

async function openSession(payments = harness.payments) {
  const userId = await createUser(harness);
  const requestId = await createRequest(harness, userId, 1333);
  const { sessionUrl } = await payments.createSession({ userId, requestId, origin: ORIGIN });
  const session = await harness.stripe.checkout.sessions.retrieve(sessionUrl.split('/').at(-1) ?? '');
  return { userId, requestId, sessionUrl, session };
}
const rates = async () => (await harness.stripe.taxRates.list()).data;

test('checkouts and invoices state the VAT with one tax rate of the account (PAY-75)', async () => {
  const sessions = await Promise.all([openSession(), openSession(), openSession()]);
  const [rate, ...others] = await rates();
  expect(others).toEqual([]);
  expect(rate).toMatchObject({ display_name: 'VAT', inclusive: true, percentage: 23, tax_type: 'vat' });
  const [{ sessionUrl, session, userId, requestId }] = sessions;
  expect(session).toMatchObject({ amount_total: 1333, total_details: { amount_tax: 249 } });
  const [line] = (await harness.stripe.checkout.sessions.listLineItems(session.id)).data;
  expect(line).toMatchObject({ amount_subtotal: 1333, amount_tax: 249, amount_total: 1333 });

  await payWithCard(harness, sessionUrl);
  await harness.sandbox.deliver();
  expect(await harness.payments.findPayment(userId, requestId)).toMatchObject({ vatAmount: 2.49 });
});

test('another server of the same account uses the same tax rate (PAY-75)', async () => {
  const [known] = await rates();
  const { session } = await openSession(harness.createPayments());
  expect(session.total_details?.amount_tax).toBe(249);
  expect((await rates()).map(({ id }) => id)).toEqual([known?.id]);
});

test('an archived tax rate is replaced, and no customer notices (PAY-75)', async () => {
  const [archived] = await rates();
  await harness.stripe.taxRates.update(archived?.id ?? '', { active: false });
  const { session } = await openSession();
  expect(session).toMatchObject({ amount_total: 1333, total_details: { amount_tax: 0 } });
  const next = await openSession();
  expect(next.session.total_details?.amount_tax).toBe(249);
  expect((await rates()).filter(({ active }) => active)).toHaveLength(1);
});

test.each([11, -11])(
  'a key without the right to tax rates opens a checkout that does not state the VAT until %i minutes later (PAY-75, REL-35)',
  async (minutes) => {
    const logged = harness.log.length;
    const payments = harness.createPayments();
    const list = vi.spyOn(harness.stripe.taxRates, 'list').mockImplementation(() => {
      throw new Stripe.errors.StripePermissionError({
        type: 'invalid_request_error',
        message: 'not allowed',
      });
    });
    const { session } = await openSession(payments);
    await openSession(payments);
    expect(list).toHaveBeenCalledTimes(1);
    expect(session.total_details?.amount_tax).toBe(0);
    const lines = harness.log.slice(logged).filter((line) => line.includes('no tax rate at Stripe'));
    expect(lines).toHaveLength(1);

    // The right was added.
    vi.restoreAllMocks();
    harness.clock.pass(minutes * 60_000);
    expect((await openSession(payments)).session.total_details?.amount_tax).toBe(249);
  },
);

test('a rate that changes while a checkout is open expires it (PAY-84)', async () => {
  const changed = harness.createPayments(undefined, undefined, 13.5);
  const first = await openSession();
  const second = await openSession();
  const next = await changed.createSession({ ...second, origin: ORIGIN });
  expect(next.sessionUrl).not.toBe(second.sessionUrl);
  harness.clock.pass(30_000);
  for (let turn = 0; turn < 3; turn += 1) await changed.reconcile();
  for (const { sessionUrl } of [first, second]) {
    expect(await (await payWithCard(harness, sessionUrl)).text()).toContain('Checkout closed');
  }
  await payWithCard(harness, next.sessionUrl);
  await harness.sandbox.deliver();
  expect(await harness.payments.findPayment(second.userId, second.requestId)).toMatchObject({
    vatPercent: 13.5,
    vatAmount: 1.59,
  });
});

test('money that arrived before the checkout expired has the rate that the checkout stated (PAY-84)', async () => {
  harness.webhooks.holdWebhooks = true;
  const { userId, requestId, sessionUrl } = await openSession();
  await payWithCard(harness, sessionUrl);
  harness.clock.pass(30_000);
  await harness.createPayments(undefined, undefined, 13.5).refresh(deliverySubject(requestId));
  harness.webhooks.holdWebhooks = false;
  expect(await harness.payments.findPayment(userId, requestId)).toMatchObject({
    vatPercent: 23,
    vatAmount: 2.49,
  });
});
