import type Stripe from 'stripe';
import { CARDHOLDER, type PaymentHarness, VISA } from './payment-harness.ts';

export const EUR = { currency: 'eur' } as const;
export const LINE = {
  quantity: 2,
  price_data: { ...EUR, unit_amount: 995, product_data: { name: 'Package' } },
};

export type StripeCalls = ReturnType<typeof createStripeCalls>;
/** One check of the API: what it shows, and the calls. */
export type StripeCheck = readonly [name: string, run: (calls: StripeCalls) => Promise<void>];

/** The SDK and the calls with which many checks begin. */
export function createStripeCalls(harness: PaymentHarness) {
  const { stripe } = harness;
  const newSession = (changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
    stripe.checkout.sessions.create({
      mode: 'payment',
      success_url: 'http://localhost:8080/done?id={CHECKOUT_SESSION_ID}',
      line_items: [LINE],
      ...changes,
    });
  return {
    stripe,
    newSession,
    newCustomer: async (input: Stripe.CustomerCreateParams = {}) => (await stripe.customers.create(input)).id,
    newPayment: (card: string, changes: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
      stripe.paymentIntents.create({ ...EUR, amount: 1990, payment_method: card, confirm: true, ...changes }),
    /** Pays on the hosted page and returns the id of the session. */
    async paySession(changes: Partial<Stripe.Checkout.SessionCreateParams> = {}, number = VISA.number) {
      const session = await newSession(changes);
      await harness.request(new URL(session.url ?? '').pathname, { ...VISA, ...CARDHOLDER, number });
      return session.id;
    },
    /** Waits until the bank has decided all delayed payments. */
    async passProcessing() {
      harness.clock.pass(11_000);
      await harness.sandbox.deliver();
    },
    eventsOf: async (id: string) =>
      (await stripe.events.list({ limit: 100 })).data
        .filter(({ data: { object } }) => 'id' in object && object.id === id)
        .map(({ type }) => type)
        .reverse(),
    async saveCard(customer: string, card = 'pm_card_visa') {
      const setup = await stripe.setupIntents.create({ customer, payment_method: card, confirm: true });
      return String(setup.payment_method);
    },
  };
}

export function idsOf({ data }: { data: { id: string }[] }): string[] {
  return data.map(({ id }) => id);
}
