import type Stripe from 'stripe';
import cardErrors from './card-errors.json';
import { type Context, cardDeclined, invalidParameter, type Reader } from './context.ts';
import { createObject, loadObject, lockObject, type Stored, updateObject } from './objects.ts';
import { keep } from './parameters.ts';
import { findDecline, findTestCard } from './test-cards.ts';

type PaymentMethod = Stored<'payment_method'>;

const NEW_CARD = { allow_redisplay: 'unspecified', billing_details: { address: {} } } as const;

/** Turns a test card into a payment method. Only the last four digits of the number are stored. */
export async function createPaymentMethod(context: Context, input: Stripe.PaymentMethodCreateParams) {
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
    card: { brand, last4: card.number.slice(-4), exp_month, exp_year },
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
export async function attachCard(tx: Context, method: PaymentMethod, customer: string | null) {
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
export async function loadSavedCard(reader: Reader, customer: string | null, id: string) {
  const method = await loadObject(reader, 'payment_method', id);
  if (customer !== null && method.customer === customer) return method;
  throw invalidParameter(`The customer does not have a payment method with the ID ${id}.`, 'payment_method');
}

/** A card that is saved with a customer can be used only for that customer. */
export async function loadUsableMethod(tx: Context, id: string, customer: string | null) {
  const method = await resolvePaymentMethod(tx, id);
  if (method.customer === null || method.customer === customer) return method;
  throw invalidParameter(
    'The PaymentMethod supplied belongs to another Customer. Include that Customer in the `customer` parameter.',
    'payment_method',
  );
}

export type CardField = 'number' | 'expiry' | 'cvc';
export type CardInput = { number: string; exp_month: number; exp_year: number; cvc: string };
/** The messages have Stripe's wording, except that of a card that is no test card. */
export type CardError = { field: CardField; code: keyof typeof cardErrors.inputs; message: string };

type CardErrorCode = CardError['code'] | undefined;

/** Returns all errors of a card before it is charged. */
export function validateCard(card: CardInput, now: Date): CardError[] {
  const codes: [CardField, CardErrorCode][] = [
    ['number', validateNumber(card.number)],
    ['expiry', validateExpiry(card, now)],
    ['cvc', validateCvc(card)],
  ];
  return codes.flatMap(([field, code]) => (code ? [{ field, code, message: cardErrors.inputs[code] }] : []));
}

function validateNumber(number: string): CardErrorCode {
  if (/^\d{0,12}$/.test(number)) return 'incomplete_number';
  if (!/^\d{13,19}$/.test(number) || !passesLuhn(number)) return 'invalid_number';
  // A number that could belong to a real card is rejected before it is stored anywhere.
  return findTestCard(number) === undefined ? 'test_mode_live_card' : undefined;
}

function validateExpiry({ exp_month, exp_year }: CardInput, now: Date): CardErrorCode {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + 1];
  if (Number.isNaN(exp_month + exp_year)) return 'incomplete_expiry';
  if (exp_month < 1 || exp_month > 12) return 'invalid_expiry_month';
  if (exp_year < year) return 'invalid_expiry_year_past';
  if (exp_year > year + 50) return 'invalid_expiry_year';
  return exp_year === year && exp_month < month ? 'invalid_expiry_month_past' : undefined;
}

function validateCvc({ number, cvc }: CardInput): CardErrorCode {
  if (/^\d{0,2}$/.test(cvc)) return 'incomplete_cvc';
  const wanted = findTestCard(number)?.brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/;
  return wanted.test(cvc) ? undefined : 'invalid_cvc';
}

function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
