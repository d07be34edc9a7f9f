import { type CardInput, parseExpiry, stripSeparators, validateCard } from './card-input.ts';
import type { PaymentSource } from './charging.ts';

export const CHECKOUT_FIELDS = ['number', 'expiry', 'cvc', 'name', 'email'] as const;
export type CheckoutField = (typeof CHECKOUT_FIELDS)[number];
/** The typed fields and the chosen saved card: '' is none, and undefined means that it has not been chosen yet. */
export type CheckoutFields = Record<CheckoutField, string> & { saved: string | undefined };
export type FieldErrors = Partial<Record<CheckoutField, string>>;
type ValidationResult = PaymentSource | { kind: 'faulty'; faults: FieldErrors };

export function emptyForm(email: string): CheckoutFields {
  return { number: '', expiry: '', cvc: '', name: '', email, saved: undefined };
}

/**
 * Validates the checkout form and returns all errors, one sentence for each field. A typed number wins over a chosen
 * saved card, because typing it was the last action.
 */
export function validateCheckout(fields: CheckoutFields, now: Date): ValidationResult {
  const { saved = '' } = fields;
  if (saved !== '' && fields.number.trim() === '') return { kind: 'saved', id: saved };
  const expiry = parseExpiry(fields.expiry);
  const card: CardInput = {
    number: stripSeparators(fields.number),
    expMonth: expiry?.month ?? Number.NaN,
    expYear: expiry?.year ?? Number.NaN,
    cvc: fields.cvc.trim(),
  };
  const faults: FieldErrors = {};
  for (const { field, message } of validateCard(card, now)) faults[field] ??= message;
  for (const field of ['number', 'expiry', 'cvc'] as const) {
    if (fields[field].trim() === '') faults[field] = REQUIRED[field];
  }
  if (fields.name.trim() === '') faults.name = 'Cardholder name is required';
  if (fields.email.trim() === '') faults.email = 'Email is required';
  else if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(fields.email.trim())) {
    faults.email = 'Please enter a valid email';
  }
  if (Object.keys(faults).length > 0) return { kind: 'faulty', faults };
  return {
    kind: 'card',
    card,
    billing: { name: fields.name.trim(), email: fields.email.trim(), phone: null },
  };
}

const REQUIRED = {
  number: 'Card number is required',
  expiry: 'Expiry is required',
  cvc: 'CVC is required',
} as const;
