import type * as v from 'valibot';
import type { Db } from '../../db/database.ts';
import { type CardInput, validateCard } from './card-input.ts';
import { emitEvent, toUnixSeconds } from './events.ts';
import { newId } from './ids.ts';
import { updateMetadata } from './metadata.ts';
import type { BillingDetails, PaymentError, PaymentMethod } from './object-schemas.ts';
import type { PaymentMethodUpdateParameters } from './parameters.ts';
import { listObjects, loadObject, saveObject } from './queries/objects.ts';
import { cardDeclined, invalidParameter } from './stripe-error.ts';
import { declineForOutcome, findTestCard, numberOfCardToken } from './test-cards.ts';

/** The billing details as a form sends them. What it leaves out is null. */
export type Billing = Pick<BillingDetails, 'name' | 'email' | 'phone'> & {
  address?: Partial<BillingDetails['address']>;
};
type NewCardOptions = {
  allowRedisplay?: PaymentMethod['allow_redisplay'];
  metadata?: Record<string, string>;
};

const NO_ADDRESS = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

/** Turns a test card into a payment method. Only the last four digits of the number are stored. */
export async function createPaymentMethod(
  db: Db,
  now: Date,
  card: CardInput,
  billing: Billing,
  { allowRedisplay = 'unspecified', metadata = {} }: NewCardOptions = {},
): Promise<PaymentMethod> {
  const [fault] = validateCard(card, now);
  const known = findTestCard(card.number);
  if (fault !== undefined || known === undefined) {
    throw cardDeclined({
      type: 'card_error',
      code: fault?.code ?? 'invalid_number',
      decline_code: null,
      message: fault?.message ?? 'Your card number is invalid.',
    });
  }
  return saveObject(db, {
    id: newId('payment_method'),
    object: 'payment_method',
    created: toUnixSeconds(now),
    livemode: false,
    type: 'card',
    customer: null,
    allow_redisplay: allowRedisplay,
    billing_details: { ...billing, address: { ...NO_ADDRESS, ...billing.address }, tax_id: null },
    card: {
      brand: known.brand,
      last4: card.number.slice(-4),
      exp_month: card.expMonth,
      exp_year: card.expYear,
      country: 'IE',
      funding: 'credit',
    },
    metadata,
    sandbox_outcome: known.outcome,
  });
}

/** Loads a payment method, or creates one if the id is the name of a test card, such as `pm_card_visa`. */
export async function resolvePaymentMethod(db: Db, now: Date, id: string): Promise<PaymentMethod> {
  const number = numberOfCardToken(id);
  if (number === undefined) return loadObject(db, 'payment_method', id, { lock: true });
  const card = {
    number,
    expMonth: 12,
    expYear: now.getUTCFullYear() + 1,
    cvc: findTestCard(number)?.brand === 'amex' ? '1234' : '123',
  };
  return createPaymentMethod(db, now, card, { name: null, email: null, phone: null });
}

/** Changes only the given fields. As at Stripe, the card must be saved with a customer. */
export function updatePaymentMethod(
  db: Db,
  id: string,
  input: v.InferOutput<typeof PaymentMethodUpdateParameters>,
): Promise<PaymentMethod> {
  return db.transaction(async (tx) => {
    const method = await loadObject(tx, 'payment_method', id, { lock: true });
    if (method.customer === null) {
      throw invalidParameter(
        'You must save this PaymentMethod to a customer before you can update it.',
        'payment_method',
      );
    }
    const { address, ...billing } = input.billing_details ?? {};
    return saveObject(tx, {
      ...method,
      allow_redisplay: input.allow_redisplay ?? method.allow_redisplay,
      billing_details: {
        ...method.billing_details,
        ...billing,
        address: { ...method.billing_details.address, ...address },
      },
      card: {
        ...method.card,
        exp_month: input.card?.exp_month ?? method.card.exp_month,
        exp_year: input.card?.exp_year ?? method.card.exp_year,
      },
      metadata: updateMetadata(method.metadata, input.metadata),
    });
  });
}

/** Saves a card with a customer. As at Stripe, a card that a bank declines cannot be saved. */
export async function attachPaymentMethod(
  db: Db,
  now: Date,
  id: string,
  customer: string,
): Promise<PaymentMethod> {
  await loadObject(db, 'customer', customer);
  return db.transaction(async (tx) => {
    const method = await resolvePaymentMethod(tx, now, id);
    if (method.customer === customer) return method;
    if (method.customer !== null) {
      throw invalidParameter(
        'The payment method you provided has already been attached to a customer.',
        'customer',
      );
    }
    const error = findDecline(method, 'attach');
    if (error !== undefined) throw cardDeclined(error);
    const attached = await saveObject(tx, { ...method, customer });
    await emitEvent(tx, now, 'payment_method.attached', attached);
    return attached;
  });
}

export async function detachPaymentMethod(db: Db, now: Date, id: string): Promise<PaymentMethod> {
  return db.transaction(async (tx) => {
    const method = await loadObject(tx, 'payment_method', id, { lock: true });
    if (method.customer === null) {
      throw invalidParameter(
        'The payment method you provided is not attached to a customer.',
        'payment_method',
      );
    }
    const customer = await loadObject(tx, 'customer', method.customer, { lock: true });
    if (customer.invoice_settings.default_payment_method === id) {
      await saveObject(tx, { ...customer, invoice_settings: { default_payment_method: null } });
    }
    const detached = await saveObject(tx, { ...method, customer: null });
    await emitEvent(tx, now, 'payment_method.detached', detached);
    return detached;
  });
}

/** Returns a card that is saved with this customer, and rejects all others. */
export async function loadSavedCard(db: Db, customer: string | null, id: string): Promise<PaymentMethod> {
  const method = await loadObject(db, 'payment_method', id);
  if (customer === null || method.customer !== customer) {
    throw invalidParameter(
      `The customer does not have a payment method with the ID ${id}.`,
      'payment_method',
    );
  }
  return method;
}

export function listSavedCards(db: Db, customer: string) {
  return listObjects(db, 'payment_method', '/v1/payment_methods', { limit: 100, customer });
}

/** Returns the error of the bank for this card, if there is one. */
export function findDecline(method: PaymentMethod, when: 'attach' | 'charge'): PaymentError | undefined {
  if (when === 'attach' && method.sandbox_outcome === 'decline_after_attach') return undefined;
  const refusal = declineForOutcome(method.sandbox_outcome);
  if (refusal === undefined) return undefined;
  return {
    type: 'card_error',
    code: refusal.code,
    decline_code: refusal.declineCode,
    message: refusal.message,
  };
}
