import { expect } from 'vitest';
import { idsOf, type StripeCheck } from './stripe-calls.ts';

export const CUSTOMER_CHECKS: StripeCheck[] = [
  [
    'a customer is created and retrieved with its metadata',
    async ({ stripe, newCustomer }) => {
      const id = await newCustomer({ name: 'Ó Briain', email: 'o@example.ie', metadata: { k: 'v' } });
      expect(await stripe.customers.retrieve(id)).toMatchObject({ name: 'Ó Briain', metadata: { k: 'v' } });
    },
  ],
  [
    'an update changes only what it names',
    async ({ stripe, newCustomer }) => {
      const id = await newCustomer({ name: 'Ó Briain', email: 'o@example.ie' });
      const updated = await stripe.customers.update(id, { name: 'Ní Bhriain' });
      expect(updated).toMatchObject({ name: 'Ní Bhriain', email: 'o@example.ie' });
    },
  ],
  [
    'metadata is merged, and an empty text removes a key',
    async ({ stripe, newCustomer }) => {
      const id = await newCustomer({ metadata: { a: '1', b: '2' } });
      const { metadata } = await stripe.customers.update(id, { metadata: { a: '', c: '3' } });
      expect(metadata).toEqual({ b: '2', c: '3' });
    },
  ],
  [
    'a deleted customer cannot be charged',
    async ({ stripe, newCustomer, newSession }) => {
      const id = await newCustomer();
      expect(await stripe.customers.del(id)).toEqual(expect.objectContaining({ deleted: true }));
      await expect(newSession({ customer: id })).rejects.toMatchObject({ code: 'resource_missing' });
    },
  ],
  [
    'customers are found by email address and metadata',
    async ({ stripe, newCustomer }) => {
      const id = await newCustomer({ email: 'search@example.ie', metadata: { userId: '7' } });
      const query = 'email:"search@example.ie" AND metadata["userId"]:"7"';
      expect(idsOf(await stripe.customers.search({ query }))).toEqual([id]);
    },
  ],
  [
    'a search that is not valid is rejected',
    ({ stripe }) =>
      expect(stripe.customers.search({ query: 'colour is red' })).rejects.toMatchObject({ param: 'query' }),
  ],
];

export const CARD_CHECKS: StripeCheck[] = [
  [
    'a card is attached and listed',
    async ({ stripe, newCustomer }) => {
      const customer = await newCustomer();
      const { id } = await stripe.paymentMethods.attach('pm_card_visa', { customer });
      expect(idsOf(await stripe.paymentMethods.list({ customer, type: 'card' }))).toEqual([id]);
    },
  ],
  [
    'a card of one customer cannot be attached to another',
    async ({ stripe, newCustomer }) => {
      const { id } = await stripe.paymentMethods.attach('pm_card_visa', { customer: await newCustomer() });
      const other = stripe.paymentMethods.attach(id, { customer: await newCustomer() });
      await expect(other).rejects.toMatchObject({ type: 'StripeInvalidRequestError' });
    },
  ],
  [
    'a detached card is in no list and is no default',
    async ({ stripe, newCustomer, saveCard }) => {
      const customer = await newCustomer();
      const card = await saveCard(customer);
      await stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } });
      expect((await stripe.paymentMethods.detach(card)).customer).toBeNull();
      expect(idsOf(await stripe.customers.listPaymentMethods(customer))).toEqual([]);
      expect(await stripe.customers.retrieve(customer)).toMatchObject({
        invoice_settings: { default_payment_method: null },
      });
    },
  ],
  [
    'a saved card is updated',
    async ({ stripe, newCustomer, saveCard }) => {
      const card = await saveCard(await newCustomer());
      await stripe.paymentMethods.update(card, {
        allow_redisplay: 'always',
        billing_details: { name: 'Ó Briain', address: { country: 'IE' } },
        card: { exp_month: 1, exp_year: 2044 },
      });
      expect(await stripe.paymentMethods.retrieve(card)).toMatchObject({
        allow_redisplay: 'always',
        billing_details: { name: 'Ó Briain', address: { country: 'IE', city: null } },
        card: { exp_month: 1, exp_year: 2044 },
      });
    },
  ],
  [
    'a setup intent saves a card',
    async ({ stripe, newCustomer, saveCard }) => {
      const customer = await newCustomer();
      const card = await saveCard(customer, 'pm_card_mastercard');
      const [saved] = (await stripe.customers.listPaymentMethods(customer)).data;
      expect(saved).toMatchObject({ id: card, card: { brand: 'mastercard' } });
    },
  ],
  [
    'a setup intent asks for 3-D Secure',
    async ({ stripe }) => {
      const setup = await stripe.setupIntents.create({
        payment_method: 'pm_card_authenticationRequired',
        confirm: true,
      });
      expect(setup).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    },
  ],
  [
    'a setup intent with a declined card fails',
    ({ stripe }) =>
      expect(
        stripe.setupIntents.create({ payment_method: 'pm_card_chargeDeclined', confirm: true }),
      ).rejects.toMatchObject({
        type: 'StripeCardError',
        setup_intent: { status: 'requires_payment_method' },
      }),
  ],
  [
    'a canceled setup intent cannot be confirmed',
    async ({ stripe }) => {
      const { id } = await stripe.setupIntents.create({ payment_method: 'pm_card_visa' });
      expect((await stripe.setupIntents.cancel(id)).status).toBe('canceled');
      await expect(stripe.setupIntents.confirm(id)).rejects.toMatchObject({
        code: 'setup_intent_unexpected_state',
      });
    },
  ],
];
