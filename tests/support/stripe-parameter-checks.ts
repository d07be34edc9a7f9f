import type Stripe from 'stripe';
import { expect } from 'vitest';
import { EUR, idsOf, LINE, type StripeCheck } from './stripe-calls.ts';

/** The parameters that the sandbox ignored in a call. */
function ignoredIn({ lastResponse: { headers } }: Stripe.Response<unknown>): string | undefined {
  return headers['sandbox-ignored-parameters'];
}

/** The parameters that the SDK has: the sandbox acts on them, or says that it does not. */
export const PARAMETER_CHECKS: StripeCheck[] = [
  [
    'customers are listed by email address',
    async ({ stripe, newCustomer }) => {
      const id = await newCustomer({ email: 'list@example.ie' });
      await newCustomer({ email: 'other@example.ie' });
      expect(idsOf(await stripe.customers.list({ email: 'list@example.ie' }))).toEqual([id]);
    },
  ],
  [
    'a search takes single quotes, negation, alternatives and times',
    async ({ stripe, newCustomer }) => {
      const first = await newCustomer({
        email: 'quotes@example.ie',
        name: 'Búi',
        metadata: { k: "O'Neill" },
      });
      const second = await newCustomer({ email: 'other-quotes@example.ie', name: 'Áine' });
      const found = async (query: string) => idsOf(await stripe.customers.search({ query }));
      expect(await found("email:'quotes@example.ie'")).toEqual([first]);
      expect(await found(`metadata['k']:"O'Neill"`)).toEqual([first]);
      expect(await found("name:'Búi' OR name:'Áine'")).toEqual([second, first]);
      expect(await found("email~'quotes' AND -name:'Búi' AND created>0")).toEqual([second]);
      expect(await found("email~'quotes' AND metadata['k']:null")).toEqual([second]);
    },
  ],
  [
    'lists are filtered by any field and by time of creation',
    async ({ stripe, newCustomer, newPayment, saveCard }) => {
      const customer = await newCustomer();
      const card = await saveCard(customer);
      const { latest_charge: charge, created } = await newPayment(card, { customer });
      expect(idsOf(await stripe.charges.list({ customer }))).toEqual([charge]);
      expect(idsOf(await stripe.charges.list({ customer, created: { gte: created } }))).toEqual([charge]);
      expect(idsOf(await stripe.charges.list({ customer, created: { lt: created } }))).toEqual([]);
      expect(idsOf(await stripe.paymentMethods.list({ customer, type: 'sepa_debit' }))).toEqual([]);
      await expect(stripe.charges.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' });
    },
  ],
  [
    'automatic payment methods are accepted',
    async ({ stripe }) => {
      const intent = await stripe.paymentIntents.create({
        ...EUR,
        amount: 500,
        payment_method: 'pm_card_visa',
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        confirm: true,
      });
      expect(intent.status).toBe('succeeded');
      expect(ignoredIn(intent)).toBe('automatic_payment_methods');
    },
  ],
  [
    'an ignored parameter is named in a header, at any depth, and one that is read is not',
    async ({ stripe, newSession }) => {
      const session = await newSession({
        line_items: [{ ...LINE, adjustable_quantity: { enabled: true } }],
        metadata: { a: '1' },
        locale: 'de',
      });
      expect(ignoredIn(session)?.split(', ').sort()).toEqual([
        'line_items[0][adjustable_quantity]',
        'locale',
      ]);
      expect(ignoredIn(await stripe.customers.create({ name: 'A' }))).toBeUndefined();
    },
  ],
  [
    'a payment without the customer fails if the bank asks for 3-D Secure',
    async ({ stripe, newCustomer, newPayment, saveCard }) => {
      const customer = await newCustomer();
      const { id: asking } = await stripe.paymentMethods.attach('pm_card_authenticationRequired', {
        customer,
      });
      await expect(newPayment(asking, { customer, off_session: true })).rejects.toMatchObject({
        type: 'StripeCardError',
        code: 'authentication_required',
        payment_intent: { status: 'requires_payment_method' },
      });
      const paid = await newPayment(await saveCard(customer), { customer, off_session: true });
      expect(paid.status).toBe('succeeded');
    },
  ],
  [
    'a payment saves its card for future use',
    async ({ stripe, newCustomer, newPayment }) => {
      const customer = await newCustomer();
      const intent = await newPayment('pm_card_visa', { customer, setup_future_usage: 'off_session' });
      expect(intent.setup_future_usage).toBe('off_session');
      expect(idsOf(await stripe.customers.listPaymentMethods(customer))).toEqual([intent.payment_method]);
    },
  ],
  [
    'a checkout saves its card for future use, also for a guest',
    async ({ stripe, newCustomer, paySession }) => {
      const saving = { payment_intent_data: { setup_future_usage: 'off_session' } } as const;
      for (const owner of [{ customer: await newCustomer() }, {}]) {
        const { customer } = await stripe.checkout.sessions.retrieve(
          await paySession({ ...saving, ...owner }),
        );
        const { data } = await stripe.customers.listPaymentMethods(String(customer));
        expect(data).toMatchObject([{ card: { last4: '4242' } }]);
      }
    },
  ],
  [
    'an amount below the minimum is rejected',
    async ({ stripe, newSession }) => {
      const tooSmall = { code: 'amount_too_small', type: 'StripeInvalidRequestError' };
      await expect(stripe.paymentIntents.create({ ...EUR, amount: 49 })).rejects.toMatchObject(tooSmall);
      const { id } = await stripe.paymentIntents.create({ ...EUR, amount: 50 });
      await expect(stripe.paymentIntents.update(id, { amount: 49 })).rejects.toMatchObject(tooSmall);
      const price_data = { ...LINE.price_data, unit_amount: 24 };
      await expect(newSession({ line_items: [{ ...LINE, price_data }] })).rejects.toMatchObject(tooSmall);
      const gbp = { ...price_data, currency: 'gbp' };
      expect((await newSession({ line_items: [{ ...LINE, price_data: gbp }] })).amount_total).toBe(48);
    },
  ],
  [
    'a missing parameter is named',
    ({ stripe }) =>
      expect(stripe.paymentIntents.create({ amount: 500 } as never)).rejects.toMatchObject({
        code: 'parameter_missing',
        param: 'currency',
      }),
  ],
  [
    'a value of another type is rejected, at any depth',
    async ({ stripe, newSession }) => {
      await expect(stripe.paymentIntents.create({ ...EUR, amount: 'many' } as never)).rejects.toMatchObject({
        param: 'amount',
      });
      const line_items = [{ ...LINE, quantity: { a: 1 } }] as never;
      await expect(newSession({ line_items })).rejects.toMatchObject({ param: 'line_items[0][quantity]' });
    },
  ],
];
