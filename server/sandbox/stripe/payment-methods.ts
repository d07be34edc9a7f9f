import type * as v from 'valibot';
import type { Db } from '../../db/database.ts';
import { type CardInput, validateCard } from './card-input.ts';
import { toUnixSeconds } from './clock.ts';
import { type Context, inTransaction } from './context.ts';
import { emitEvent } from './events.ts';
import { newId } from './ids.ts';
import { updateMetadata } from './metadata.ts';
import type { BillingDetails, PaymentError, PaymentMethod } from './object-schemas.ts';
import type { PaymentMethodUpdateParameters } from './parameter-schemas.ts';
import { listObjects, loadObject, saveObject } from './queries/objects.ts';
import { cardDeclined, invalidParameter } from './stripe-error.ts';
import { declineForOutcome, findTestCard, numberOfCardToken } from './test-cards.ts';

/** The billing details as a form sends them. What it leaves out is null. */
export type Billing = Partial<Pick<BillingDetails, 'name' | 'email' | 'phone'>> & {
  address?: Partial<BillingDetails['address']>;
};
const NOBODY = { name: null, email: null, phone: null };
type NewCardOptions = Partial<Pick<PaymentMethod, 'allow_redisplay' | 'metadata'>>;

/** Turns a test card into a payment method. Only the last four digits of the number are stored. */
export async function createPaymentMethod(
  context: Context,
  card: CardInput,
  billing: Billing,
  { allow_redisplay = 'unspecified', metadata = {} }: NewCardOptions = {},
): Promise<PaymentMethod> {
  const [fault] = validateCard(card, context.now);
  const known = findTestCard(card.number);
  if (fault !== undefined || known === undefined) {
    throw cardDeclined({
      type: 'card_error',
      code: fault?.code ?? 'invalid_number',
      decline_code: null,
      message: fault?.message ?? 'Your card number is invalid.',
    });
  }
  return saveObject(context, {
    id: newId('payment_method'),
    object: 'payment_method',
    created: toUnixSeconds(context.now),
    type: 'card',
    customer: null,
    allow_redisplay,
    billing_details: { ...NOBODY, ...billing, address: { country: null, ...billing.address } },
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
async function resolvePaymentMethod(context: Context, id: string): Promise<PaymentMethod> {
  const number = numberOfCardToken(id);
  if (number === undefined) return loadObject(context, 'payment_method', id, { lock: true });
  const card = {
    number,
    expMonth: 12,
    expYear: context.now.getUTCFullYear() + 1,
    cvc: findTestCard(number)?.brand === 'amex' ? '1234' : '123',
  };
  return createPaymentMethod(context, card, {});
}

/** Changes only the given fields. As at Stripe, the card must be saved with a customer. */
export function updatePaymentMethod(
  context: Context,
  id: string,
  { billing_details, metadata, card, ...changes }: v.InferOutput<typeof PaymentMethodUpdateParameters>,
): Promise<PaymentMethod> {
  return inTransaction(context, async (tx) => {
    const method = await loadObject(tx, 'payment_method', id, { lock: true });
    if (method.customer === null) {
      throw invalidParameter(
        'You must save this PaymentMethod to a customer before you can update it.',
        'payment_method',
      );
    }
    const { address, ...billing } = billing_details;
    return saveObject(tx, {
      ...method,
      ...changes,
      billing_details: {
        ...method.billing_details,
        ...billing,
        address: { ...method.billing_details.address, ...address },
      },
      card: { ...method.card, ...card },
      metadata: updateMetadata(method.metadata, metadata),
    });
  });
}

/** Saves a card with a customer. As at Stripe, a card that a bank declines cannot be saved. */
export async function attachPaymentMethod(
  context: Context,
  id: string,
  { customer }: { customer: string },
): Promise<PaymentMethod> {
  await loadObject(context, 'customer', customer);
  return inTransaction(context, async (tx) => {
    const method = await resolvePaymentMethod(tx, id);
    if (method.customer === customer) return method;
    if (method.customer !== null) {
      throw invalidParameter(
        'The payment method you provided has already been attached to a customer.',
        'customer',
      );
    }
    const error = findDecline(method.sandbox_outcome, 'attach');
    if (error !== undefined) throw cardDeclined(error);
    return saveToCustomer(tx, method, customer);
  });
}

export async function saveToCustomer(
  tx: Context,
  method: PaymentMethod,
  customer: string,
): Promise<PaymentMethod> {
  const attached = await saveObject(tx, { ...method, customer });
  await emitEvent(tx, 'payment_method.attached', attached);
  return attached;
}

export async function detachPaymentMethod(context: Context, id: string): Promise<PaymentMethod> {
  return inTransaction(context, async (tx) => {
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
    await emitEvent(tx, 'payment_method.detached', detached);
    return detached;
  });
}

/** Returns a card that is saved with this customer, and rejects all others. */
export async function loadSavedCard(
  context: { db: Db },
  customer: string | null,
  id: string,
): Promise<PaymentMethod> {
  const method = await loadObject(context, 'payment_method', id);
  if (customer === null || method.customer !== customer) {
    throw invalidParameter(
      `The customer does not have a payment method with the ID ${id}.`,
      'payment_method',
    );
  }
  return method;
}

export async function listSavedCards(context: { db: Db }, customer: string): Promise<PaymentMethod[]> {
  return (await listObjects(context, 'payment_method', '', { limit: 100, filters: { customer } })).data;
}

/** A card that is saved with a customer can be used only for that customer. */
export async function loadUsableMethod(
  tx: Context,
  id: string,
  customer: string | null,
): Promise<PaymentMethod> {
  const method = await resolvePaymentMethod(tx, id);
  if (method.customer !== null && method.customer !== customer) {
    throw invalidParameter(
      'The PaymentMethod supplied belongs to another Customer. Include that Customer in the `customer` parameter.',
      'payment_method',
    );
  }
  return method;
}

/** Returns the error of the bank for a card with this outcome, if there is one. */
export function findDecline(outcome: string, when: 'attach' | 'charge'): PaymentError | undefined {
  if (when === 'attach' && outcome === 'decline_after_attach') return undefined;
  return declineForOutcome(outcome);
}
