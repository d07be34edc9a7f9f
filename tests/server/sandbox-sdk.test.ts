import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPaymentHarness, type PaymentHarness } from '../support/payment-harness.ts';
import { BANK_CHECKS } from '../support/stripe-bank-checks.ts';
import {
  createStripeCalls,
  EUR,
  idsOf,
  LINE,
  type StripeCalls,
  type StripeCheck,
} from '../support/stripe-calls.ts';
import { CARD_CHECKS, CUSTOMER_CHECKS } from '../support/stripe-customer-checks.ts';
import { PARAMETER_CHECKS } from '../support/stripe-parameter-checks.ts';

let harness: PaymentHarness;
let calls: StripeCalls;
beforeAll(async () => {
  harness = await createPaymentHarness();
  calls = createStripeCalls(harness);
});
afterAll(() => harness.close());

const PAYMENTS: StripeCheck[] = [
  [
    'a payment intent is created and confirmed later',
    async ({ stripe }) => {
      const { id, status } = await stripe.paymentIntents.create({ ...EUR, amount: 500 });
      expect(status).toBe('requires_payment_method');
      const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
      expect(paid).toMatchObject({ status: 'succeeded', amount_received: 500 });
    },
  ],
  [
    'an unpaid payment intent is updated, a paid one keeps its amount',
    async ({ stripe }) => {
      const { id } = await stripe.paymentIntents.create({ ...EUR, amount: 500 });
      expect(await stripe.paymentIntents.update(id, { amount: 600, metadata: { a: '1' } })).toMatchObject({
        amount: 600,
        metadata: { a: '1' },
      });
      await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
      await expect(stripe.paymentIntents.update(id, { amount: 700 })).rejects.toMatchObject({
        code: 'payment_intent_unexpected_state',
      });
    },
  ],
  [
    'a saved card pays for its customer',
    async ({ newCustomer, newPayment, saveCard }) => {
      const customer = await newCustomer();
      const card = await saveCard(customer);
      expect(await newPayment(card, { customer })).toMatchObject({
        status: 'succeeded',
        payment_method: card,
      });
    },
  ],
  [
    'a saved card does not pay for another customer',
    async ({ newCustomer, newPayment, saveCard }) => {
      const card = await saveCard(await newCustomer());
      const payment = newPayment(card, { customer: await newCustomer() });
      await expect(payment).rejects.toMatchObject({ param: 'payment_method' });
    },
  ],
  [
    'a payment intent asks for 3-D Secure',
    async ({ newPayment }) => {
      const intent = await newPayment('pm_card_authenticationRequired');
      expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
      expect(intent.amount_received).toBe(0);
    },
  ],
  [
    'a declined card names the reason, and another card pays the same intent',
    async ({ stripe }) => {
      const { id } = await stripe.paymentIntents.create({ ...EUR, amount: 500 });
      await expect(
        stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_chargeDeclinedInsufficientFunds' }),
      ).rejects.toMatchObject({ type: 'StripeCardError', decline_code: 'insufficient_funds' });
      expect((await stripe.paymentIntents.retrieve(id)).last_payment_error?.message).toMatch(/insufficient/);
      const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
      expect(paid.status).toBe('succeeded');
    },
  ],
  [
    'a canceled payment intent cannot be paid',
    async ({ stripe }) => {
      const { id } = await stripe.paymentIntents.create({ ...EUR, amount: 500 });
      expect((await stripe.paymentIntents.cancel(id)).status).toBe('canceled');
      await expect(
        stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
      ).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
    },
  ],
];

const CHECKOUT: StripeCheck[] = [
  [
    'a session is created with the sum of its lines',
    async ({ newSession }) =>
      expect(await newSession()).toMatchObject({
        amount_total: 1990,
        status: 'open',
        payment_status: 'unpaid',
      }),
  ],
  [
    'a paid session is complete',
    async ({ stripe, paySession }) => {
      const session = await stripe.checkout.sessions.retrieve(await paySession());
      expect(session).toMatchObject({ status: 'complete', payment_status: 'paid', url: null });
    },
  ],
  [
    'a session expires once',
    async ({ stripe, newSession }) => {
      const { id } = await newSession();
      expect((await stripe.checkout.sessions.expire(id)).status).toBe('expired');
      await expect(stripe.checkout.sessions.expire(id)).rejects.toThrow(/expired/);
    },
  ],
  [
    'the lines of a session are listed',
    async ({ stripe, newSession }) => {
      const { data } = await stripe.checkout.sessions.listLineItems((await newSession()).id);
      expect(data).toMatchObject([{ description: 'Package', quantity: 2, amount_total: 1990 }]);
    },
  ],
  [
    'the sessions of a customer are listed',
    async ({ stripe, newCustomer, newSession }) => {
      const customer = await newCustomer();
      const { id } = await newSession({ customer });
      expect(idsOf(await stripe.checkout.sessions.list({ customer }))).toEqual([id]);
    },
  ],
  [
    'a session states the tax of its tax rate',
    async ({ stripe, newSession }) => {
      const rate = await stripe.taxRates.create({ display_name: 'VAT', inclusive: false, percentage: 20 });
      const session = await newSession({ line_items: [{ ...LINE, tax_rates: [rate.id] }] });
      expect(session).toMatchObject({
        amount_subtotal: 1990,
        amount_total: 2388,
        total_details: { amount_tax: 398 },
      });
    },
  ],
  [
    'tax rates are listed by status, and an archived one is rejected',
    async ({ stripe, newSession }) => {
      const { id } = await stripe.taxRates.create({ display_name: 'GST', inclusive: true, percentage: 5 });
      await stripe.taxRates.update(id, { active: false });
      expect(idsOf(await stripe.taxRates.list({ active: false }))).toEqual([id]);
      await expect(newSession({ line_items: [{ ...LINE, tax_rates: [id] }] })).rejects.toMatchObject({
        param: 'line_items[0][tax_rates][0]',
      });
    },
  ],
  [
    'a session with an invoice creates it, with customer and number',
    async ({ stripe, paySession }) => {
      const id = await paySession({ invoice_creation: { enabled: true } });
      const { invoice } = await stripe.checkout.sessions.retrieve(id, { expand: ['invoice'] });
      const read = await stripe.invoices.retrieve(typeof invoice === 'object' ? (invoice?.id ?? '') : '');
      expect(read).toMatchObject({ status: 'paid', amount_paid: 1990, customer: expect.any(String) });
    },
  ],
];

const MONEY: StripeCheck[] = [
  [
    'a payment is refunded in parts, and never more than was paid',
    async ({ stripe, newPayment }) => {
      const { id } = await newPayment('pm_card_visa');
      await stripe.refunds.create({ payment_intent: id, amount: 990 });
      await expect(stripe.refunds.create({ payment_intent: id, amount: 1001 })).rejects.toMatchObject({
        param: 'amount',
      });
      await stripe.refunds.create({ payment_intent: id });
      await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
        code: 'charge_already_refunded',
      });
    },
  ],
  [
    'the refunds of a payment are listed',
    async ({ stripe, newPayment }) => {
      const { id } = await newPayment('pm_card_visa');
      const refund = await stripe.refunds.create({ payment_intent: id, amount: 5 });
      expect(idsOf(await stripe.refunds.list({ payment_intent: id }))).toEqual([refund.id]);
    },
  ],
  [
    'the metadata of a refund is updated',
    async ({ stripe, newPayment }) => {
      const { id } = await newPayment('pm_card_visa');
      const refund = await stripe.refunds.create({ payment_intent: id, metadata: { a: '1' } });
      await stripe.refunds.update(refund.id, { metadata: { b: '2' } });
      expect((await stripe.refunds.retrieve(refund.id)).metadata).toEqual({ a: '1', b: '2' });
    },
  ],
  [
    'charge and refund are in the balance, with the fee of the charge',
    async ({ stripe, newPayment }) => {
      const { id, latest_charge } = await newPayment('pm_card_visa', {
        expand: ['latest_charge.balance_transaction'],
      });
      expect(latest_charge).toMatchObject({ balance_transaction: { amount: 1990, fee: 55, net: 1935 } });
      const { balance_transaction: booked } = await stripe.refunds.create({ payment_intent: id });
      expect(await stripe.balanceTransactions.retrieve(String(booked))).toMatchObject({ net: -1990 });
    },
  ],
];

const ACCOUNT: StripeCheck[] = [
  [
    'events are listed by type and retrieved',
    async ({ stripe, newPayment }) => {
      const { id } = await newPayment('pm_card_visa');
      const [event] = (await stripe.events.list({ types: ['payment_intent.succeeded'] })).data;
      expect(event).toMatchObject({ type: 'payment_intent.succeeded', data: { object: { id } } });
      expect((await stripe.events.retrieve(event?.id ?? '')).id).toBe(event?.id);
    },
  ],
  [
    'a webhook endpoint is created, updated and deleted, and only the creation shows its secret',
    async ({ stripe }) => {
      const endpoint = await stripe.webhookEndpoints.create({
        url: 'https://send.example/x',
        enabled_events: ['*'],
      });
      expect(endpoint.secret).toMatch(/^whsec_/);
      await stripe.webhookEndpoints.update(endpoint.id, {
        enabled_events: ['charge.refunded'],
        disabled: true,
      });
      const read = await stripe.webhookEndpoints.retrieve(endpoint.id);
      expect(read).toMatchObject({ enabled_events: ['charge.refunded'], status: 'disabled' });
      expect(read.secret).toBeUndefined();
      expect(await stripe.webhookEndpoints.del(endpoint.id)).toMatchObject({ deleted: true });
    },
  ],
  [
    'the account is read',
    async ({ stripe }) => expect((await stripe.accounts.retrieveCurrent()).id).toMatch(/^acct_/),
  ],
  [
    'lists have pages in both directions',
    async ({ stripe, newCustomer, newSession }) => {
      const customer = await newCustomer();
      const ids: string[] = [];
      for (let index = 0; index < 5; index += 1) ids.unshift((await newSession({ customer })).id);
      const pages = stripe.checkout.sessions.list({ customer, limit: 2 });
      expect((await pages.autoPagingToArray({ limit: 10 })).map(({ id }) => id)).toEqual(ids);
      const before = await stripe.checkout.sessions.list({ customer, limit: 2, ending_before: ids[4] ?? '' });
      expect(idsOf(before)).toEqual([ids[2], ids[3]]);
      expect(before.has_more).toBe(true);
    },
  ],
  [
    'nested objects are expanded, also in lists',
    async ({ stripe, newCustomer, paySession }) => {
      const customer = await newCustomer();
      const id = await paySession({ customer });
      const expand = ['payment_intent.latest_charge'];
      const paid = { payment_intent: { status: 'succeeded', latest_charge: { amount: 1990, paid: true } } };
      expect(await stripe.checkout.sessions.retrieve(id, { expand })).toMatchObject(paid);
      const listed = await stripe.checkout.sessions.list({ customer, expand: [`data.${expand[0]}`] });
      expect(listed.data).toMatchObject([paid]);
    },
  ],
  [
    'a repeated call with the same key returns the first response',
    async ({ stripe }) => {
      const options = { idempotencyKey: 'repeated-call' };
      const first = await stripe.customers.create({ name: 'A' }, options);
      expect((await stripe.customers.create({ name: 'A' }, options)).id).toBe(first.id);
    },
  ],
  [
    'a key for another call is rejected',
    async ({ stripe }) => {
      const options = { idempotencyKey: 'other-call' };
      await stripe.customers.create({ name: 'A' }, options);
      const other = stripe.customers.create({ name: 'B' }, options);
      await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    },
  ],
  [
    'errors have the types and codes of Stripe',
    async ({ stripe }) => {
      await expect(stripe.customers.retrieve('cus_nothing')).rejects.toMatchObject({
        statusCode: 404,
        code: 'resource_missing',
      });
      await expect(stripe.customers.create({ colour: 'red' } as never)).rejects.toMatchObject({
        code: 'parameter_unknown',
        param: 'colour',
      });
      await expect(stripe.customers.list({}, { apiKey: 'sk_test_wrong' })).rejects.toBeInstanceOf(
        Stripe.errors.StripeAuthenticationError,
      );
      await expect(stripe.rawRequest('GET', '/v1/unknown')).rejects.toThrow(/Unrecognized request URL/);
    },
  ],
];

describe('The calls of a payment integration with the official SDK (PAY-79)', () => {
  const checks = [
    CUSTOMER_CHECKS,
    CARD_CHECKS,
    PARAMETER_CHECKS,
    PAYMENTS,
    CHECKOUT,
    MONEY,
    BANK_CHECKS,
    ACCOUNT,
  ].flat();
  test.each(checks)('%s', (_, run) => run(calls));
});
