import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPaymentHarness, type PaymentHarness } from '../support/payment-harness.ts';

let harness: PaymentHarness;
beforeAll(async () => {
  harness = await createPaymentHarness();
});
afterAll(() => harness.close());

const api = (path: string, key: string, form?: Record<string, string>) =>
  harness.request(`/sandbox/stripe/v1/${path}`, form, { authorization: `Bearer ${key}` });
const newSession = (customer?: string) =>
  harness.stripe.checkout.sessions.create({
    mode: 'payment',
    success_url: 'http://localhost:8080/done?id={CHECKOUT_SESSION_ID}',
    line_items: [
      { quantity: 2, price_data: { currency: 'eur', unit_amount: 995, product_data: { name: 'Package' } } },
    ],
    metadata: { a: '1' },
    ...(customer === undefined ? {} : { customer }),
  });

describe('The sandbox, called with the Stripe SDK', () => {
  test('rejects a parameter that Stripe does not have, at any depth and in lists (PAY-16)', async () => {
    const refusal = { code: 'parameter_unknown', type: 'StripeInvalidRequestError' };
    const line = {
      quantity: 1,
      price_data: { currency: 'eur', unit_amount: 5, product_data: { name: 'x' } },
    };
    await expect(harness.stripe.customers.create({ nickname: 'x' } as never)).rejects.toMatchObject({
      ...refusal,
      param: 'nickname',
    });
    await expect(
      harness.stripe.checkout.sessions.create({
        mode: 'payment',
        success_url: 'http://localhost:8080/done',
        line_items: [line],
        payment_intent_data: { colour: 'red' },
      } as never),
    ).rejects.toMatchObject({ ...refusal, param: 'payment_intent_data[colour]' });
    for (const [nested, param] of [
      [{ ...line, colour: 'red' }, 'line_items[0][colour]'],
      [{ ...line, price_data: { ...line.price_data, colour: 'red' } }, 'line_items[0][price_data][colour]'],
    ] as const) {
      await expect(
        harness.stripe.checkout.sessions.create({
          mode: 'payment',
          success_url: 'http://localhost:8080/done',
          line_items: [nested],
        } as never),
      ).rejects.toMatchObject({ ...refusal, param });
    }
    const made = await harness.stripe.customers.create({});
    await expect(
      harness.stripe.customers.retrieve(made.id, { colour: 'red' } as never),
    ).rejects.toMatchObject(refusal);
    await expect(harness.stripe.refunds.list({ colour: 'red' } as never)).rejects.toMatchObject(refusal);
  });

  test('saves and charges cards with intents, as Stripe documents it (PAY-20, PAY-21)', async () => {
    const { setupIntents, paymentIntents, paymentMethods } = harness.stripe;
    const customer = (await harness.stripe.customers.create({})).id;
    const setup = await setupIntents.create({
      customer,
      payment_method: 'pm_card_mastercard',
      confirm: true,
    });
    expect(setup).toMatchObject({ status: 'succeeded', usage: 'off_session', customer });
    const card = String(setup.payment_method);
    await expect(setupIntents.confirm(setup.id)).rejects.toMatchObject({
      code: 'setup_intent_unexpected_state',
      setup_intent: { status: 'succeeded', payment_method: card },
    });
    await paymentMethods.update(card, { allow_redisplay: 'always', billing_details: { name: 'Ó Briain' } });
    expect(await paymentMethods.retrieve(card)).toMatchObject({
      allow_redisplay: 'always',
      card: { brand: 'mastercard' },
      billing_details: { name: 'Ó Briain', address: { country: null } },
    });

    const paid = await paymentIntents.create({
      amount: 500,
      currency: 'eur',
      customer,
      payment_method: card,
      confirm: true,
    });
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 500, payment_method: card });
    for (const call of [paymentIntents.confirm(paid.id), paymentIntents.cancel(paid.id)]) {
      await expect(call).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
    }
    const other = (await harness.stripe.customers.create({})).id;
    await expect(
      paymentIntents.create({ amount: 500, currency: 'eur', customer: other, payment_method: card }),
    ).rejects.toMatchObject({ param: 'payment_method' });
    await expect(
      paymentIntents.create({
        amount: 500,
        currency: 'eur',
        payment_method: 'pm_card_visa_chargeDeclined',
        confirm: true,
      }),
    ).rejects.toMatchObject({
      type: 'StripeCardError',
      decline_code: 'generic_decline',
      payment_intent: { status: 'requires_payment_method' },
    });
  });

  test('lets a browser read and confirm an intent only with its secret (PAY-20)', async () => {
    const setup = await harness.stripe.setupIntents.create({ payment_method: 'pm_card_visa' });
    const confirm = (client_secret: string) =>
      harness.request(`/sandbox/stripe/v1/setup_intents/${setup.id}/confirm`, {
        key: 'pk_test_sandbox',
        client_secret,
      });
    const read = (secret: string) =>
      harness.request(
        `/sandbox/stripe/v1/setup_intents/${setup.id}?key=pk_test_sandbox&client_secret=${secret}`,
      );
    expect((await confirm(`${setup.id}_secret_guessed`)).status).toBe(400);
    expect((await read('')).status).toBe(400);
    expect((await read(setup.client_secret ?? '')).status).toBe(200);
    expect(await (await confirm(setup.client_secret ?? '')).json()).toMatchObject({ status: 'succeeded' });
    const cancel = await harness.request(`/sandbox/stripe/v1/setup_intents/${setup.id}/cancel`, {
      key: 'pk_test_sandbox',
      client_secret: setup.client_secret ?? '',
    });
    expect(cancel.status).toBe(401);
  });

  test('returns every field of Stripe and none of its own (PAY-16)', async () => {
    const session = await newSession();
    expect(session).toMatchObject({ total_details: { amount_tax: 0 }, custom_fields: [], locale: null });
    const intent = await harness.stripe.paymentIntents.create({
      amount: 500,
      currency: 'eur',
      payment_method: 'pm_card_visa',
      confirm: true,
      expand: ['latest_charge.balance_transaction'],
    });
    expect(intent).toMatchObject({
      capture_method: 'automatic_async',
      latest_charge: { captured: true, balance_transaction: { fee: 33, net: 467 } },
    });
    expect(JSON.stringify([session, intent])).not.toContain('sandbox_');
    const removed = { amount: 500, currency: 'eur', payment_method_types: ['card'] };
    await expect(harness.stripe.paymentIntents.create(removed)).rejects.toMatchObject({
      code: 'parameter_unknown',
      param: 'payment_method_types',
    });
  });
});

describe('Access to the sandbox', () => {
  test('is rejected without a key, with a wrong key and with the publishable key', async () => {
    for (const key of ['', 'sk_test_wrong', 'pk_test_sandbox']) {
      expect((await api('customers', key)).status).toBe(401);
    }
  });

  test('is rejected with a live key, and the message says why', async () => {
    const response = await api('payment_methods', '', { key: `pk_live_${'x'.repeat(20)}` });
    expect(response.status).toBe(401);
    expect((await response.json()).error.message).toContain('rejects live keys');
  });
});

describe('Invalid input to the sandbox', () => {
  test.each([
    ['a name that refers to the prototype', { '__proto__[polluted]': '1', 'a[__proto__][polluted]': '1' }],
    ['deep nesting', { [`a${'[b]'.repeat(50)}`]: '1' }],
    [
      'a wrong amount',
      { mode: 'payment', success_url: 'http://x/', 'line_items[0][price_data][unit_amount]': '-1' },
    ],
  ])('%s is rejected', async (_, form) => {
    const response = await api('checkout/sessions', 'sk_test_of_payments', form);
    expect(response.status).toBe(400);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});
