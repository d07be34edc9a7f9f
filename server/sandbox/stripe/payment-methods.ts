import type { Db } from '../../db/database.ts';
import { type CardInput, cardFaults } from './card-input.ts';
import { emit, unixSeconds } from './events.ts';
import { newId } from './ids.ts';
import { list, load, save } from './queries/objects.ts';
import type { PaymentError, PaymentMethod } from './shapes.ts';
import { cardRefused, invalid } from './stripe-error.ts';
import { refusalOf, testCard } from './test-cards.ts';

export type Billing = { name: string | null; email: string | null; phone: string | null };

/** Turns a test card into a payment method. Of the number only the last four digits are kept. */
export async function createPaymentMethod(
  db: Db,
  now: Date,
  card: CardInput,
  billing: Billing,
): Promise<PaymentMethod> {
  const [fault] = cardFaults(card, now);
  const known = testCard(card.number);
  if (fault !== undefined || known === undefined) {
    throw cardRefused({
      type: 'card_error',
      code: fault?.code ?? 'invalid_number',
      decline_code: null,
      message: fault?.message ?? 'Your card number is invalid.',
    });
  }
  return save(db, {
    id: newId('payment_method'),
    object: 'payment_method',
    created: unixSeconds(now),
    livemode: false,
    type: 'card',
    customer: null,
    billing_details: billing,
    card: {
      brand: known.brand,
      last4: card.number.slice(-4),
      exp_month: card.expMonth,
      exp_year: card.expYear,
      country: 'IE',
      funding: 'credit',
    },
    metadata: {},
    sandbox_outcome: known.outcome,
  });
}

/** Saves a card with a customer. As at Stripe, a card that a bank declines cannot be saved. */
export async function attach(db: Db, now: Date, id: string, customer: string): Promise<PaymentMethod> {
  await load(db, 'customer', customer);
  return db.transaction(async (tx) => {
    const method = await load(tx, 'payment_method', id, { lock: true });
    if (method.customer === customer) return method;
    if (method.customer !== null) {
      throw invalid('The payment method you provided has already been attached to a customer.', 'customer');
    }
    const error = declineOf(method, 'attach');
    if (error !== undefined) throw cardRefused(error);
    const attached = await save(tx, { ...method, customer });
    await emit(tx, now, 'payment_method.attached', attached);
    return attached;
  });
}

export async function detach(db: Db, now: Date, id: string): Promise<PaymentMethod> {
  return db.transaction(async (tx) => {
    const method = await load(tx, 'payment_method', id, { lock: true });
    if (method.customer === null) {
      throw invalid('The payment method you provided is not attached to a customer.', 'payment_method');
    }
    const customer = await load(tx, 'customer', method.customer, { lock: true });
    if (customer.invoice_settings.default_payment_method === id) {
      await save(tx, { ...customer, invoice_settings: { default_payment_method: null } });
    }
    const detached = await save(tx, { ...method, customer: null });
    await emit(tx, now, 'payment_method.detached', detached);
    return detached;
  });
}

/** A card that is saved with this very customer; anything else is refused. */
export async function loadSaved(db: Db, customer: string | null, id: string): Promise<PaymentMethod> {
  const method = await load(db, 'payment_method', id);
  if (customer === null || method.customer !== customer) {
    throw invalid(`The customer does not have a payment method with the ID ${id}.`, 'payment_method');
  }
  return method;
}

export function savedCards(db: Db, customer: string) {
  return list(db, 'payment_method', '/v1/payment_methods', { limit: 100, customer });
}

/** The refusal that a bank would give for this card, if any. */
export function declineOf(method: PaymentMethod, when: 'attach' | 'charge'): PaymentError | undefined {
  if (when === 'attach' && method.sandbox_outcome === 'decline_after_attach') return undefined;
  const refusal = refusalOf(method.sandbox_outcome);
  if (refusal === undefined) return undefined;
  return {
    type: 'card_error',
    code: refusal.code,
    decline_code: refusal.declineCode,
    message: refusal.message,
  };
}
