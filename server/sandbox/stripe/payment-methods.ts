import type Stripe from 'stripe';
import { validateCard } from './card-input.ts';
import type { Context } from './context.ts';
import { createObject, findObjects, loadObject, lockObject, type Stored, updateObject } from './objects.ts';
import { keep } from './parameters.ts';
import { cardDeclined, invalidParameter } from './stripe-error.ts';
import { findDecline, findTestCard } from './test-cards.ts';

type PaymentMethod = Stored<'payment_method'>;

const NEW_CARD = { allow_redisplay: 'unspecified', billing_details: { address: {} } } as const;

/** Turns a test card into a payment method. Only the last four digits of the number are stored. */
export async function createPaymentMethod(
  context: Context,
  input: Stripe.PaymentMethodCreateParams,
): Promise<PaymentMethod> {
  if (input.type !== 'card') throw invalidParameter('The sandbox has only cards.', 'type');
  const { number = '', exp_month = Number.NaN, exp_year: year = Number.NaN, cvc = '' } = input.card ?? {};
  const exp_year = year < 100 ? year + 2000 : year;
  const card = { number: number.replace(/[\s-]/g, ''), exp_month, exp_year, cvc };
  const [fault] = validateCard(card, context.now);
  if (fault !== undefined) {
    throw cardDeclined({ type: 'card_error', code: fault.code, message: fault.message });
  }
  const { brand = '', outcome = '' } = findTestCard(card.number) ?? {};
  return createObject(context, 'payment_method', {
    ...NEW_CARD,
    ...keep(['type', 'allow_redisplay', 'billing_details', 'metadata'], input, NEW_CARD),
    card: { brand, last4: card.number.slice(-4), exp_month, exp_year, country: 'IE', funding: 'credit' },
    sandbox_outcome: outcome,
  });
}

/** Loads a payment method, or creates one if the id is the name of a test card, such as `pm_card_visa`. */
async function resolvePaymentMethod(tx: Context, id: string): Promise<PaymentMethod> {
  const known = findTestCard(id);
  if (known === undefined) return lockObject(tx, 'payment_method', id);
  const cvc = known.brand === 'amex' ? '1234' : '123';
  const card = { number: known.number, exp_month: 12, exp_year: tx.now.getUTCFullYear() + 1, cvc };
  return createPaymentMethod(tx, { type: 'card', card });
}

/** As at Stripe, a card that a bank declines cannot be saved. */
export async function attachPaymentMethod(
  tx: Context,
  id: string,
  { customer = '' }: Stripe.PaymentMethodAttachParams,
): Promise<PaymentMethod> {
  await loadObject(tx, 'customer', customer);
  const method = await resolvePaymentMethod(tx, id);
  if (method.customer !== null && method.customer !== customer) {
    const message = 'The payment method you provided has already been attached to a customer.';
    throw invalidParameter(message, 'customer');
  }
  const error = findDecline(method.sandbox_outcome, 'attach');
  if (error !== undefined) throw cardDeclined(error);
  return attachCard(tx, method, customer);
}

/** Saves a card with a customer, unless it is saved already. */
export async function attachCard(
  tx: Context,
  method: PaymentMethod,
  customer: string | null,
): Promise<PaymentMethod> {
  if (customer === null || method.customer !== null) return method;
  return updateObject(tx, method, { customer }, 'payment_method.attached');
}

export async function detachPaymentMethod(tx: Context, id: string): Promise<PaymentMethod> {
  const method = await lockObject(tx, 'payment_method', id);
  await requireSaved(tx, method);
  const customer = await lockObject(tx, 'customer', method.customer ?? '');
  if (customer.invoice_settings.default_payment_method === id) {
    await updateObject(tx, customer, { invoice_settings: { default_payment_method: null } });
  }
  return updateObject(tx, method, { customer: null }, 'payment_method.detached');
}

/** As at Stripe, only a card that is saved with a customer can be changed or detached. */
export async function requireSaved(_tx: Context, { customer }: PaymentMethod): Promise<undefined> {
  if (customer !== null) return;
  throw invalidParameter('The payment method you provided is not attached to a customer.', 'payment_method');
}

/** Returns a card that is saved with this customer, and rejects all others. */
export async function loadSavedCard(
  context: Pick<Context, 'db'>,
  customer: string | null,
  id: string,
): Promise<PaymentMethod> {
  const method = await loadObject(context, 'payment_method', id);
  if (customer !== null && method.customer === customer) return method;
  throw invalidParameter(`The customer does not have a payment method with the ID ${id}.`, 'payment_method');
}

/** Returns the saved cards of a customer, the one that was saved last first. */
export function listSavedCards(context: Pick<Context, 'db'>, customer: string): Promise<PaymentMethod[]> {
  return findObjects(context, 'payment_method', { customer });
}

/** A card that is saved with a customer can be used only for that customer. */
export async function loadUsableMethod(
  tx: Context,
  id: string,
  customer: string | null,
): Promise<PaymentMethod> {
  const method = await resolvePaymentMethod(tx, id);
  if (method.customer === null || method.customer === customer) return method;
  throw invalidParameter(
    'The PaymentMethod supplied belongs to another Customer. Include that Customer in the `customer` parameter.',
    'payment_method',
  );
}
