import { type CardField, validateCard } from './card-input.ts';
import type { PaymentSource } from './checkout.ts';

export type CheckoutField = CardField | 'name' | 'email';
/** The typed fields and the chosen saved card: '' is none, and undefined means that it has not been chosen yet. */
export type CheckoutFields = Record<CheckoutField, string> & { saved: string | undefined };
export type FieldErrors = Partial<Record<CheckoutField, string>>;

const REQUIRED: Record<CheckoutField, string> = {
  number: 'Card number is required',
  expiry: 'Expiry is required',
  cvc: 'CVC is required',
  name: 'Cardholder name is required',
  email: 'Email is required',
};

export function emptyForm(email: string): CheckoutFields {
  return { number: '', expiry: '', cvc: '', name: '', email, saved: undefined };
}

/**
 * Returns the card to charge, or all errors of the form, one sentence for each field. A typed number wins over a chosen
 * saved card, because typing it was the last action.
 */
export function validateCheckout(
  { saved = '', ...typed }: CheckoutFields,
  now: Date,
): { source: PaymentSource } | { faults: FieldErrors } {
  const [number, expiry, cvc] = [typed.number.replace(/[\s-]/g, ''), typed.expiry, typed.cvc.trim()];
  const [name, email] = [typed.name.trim(), typed.email.trim()];
  if (saved !== '' && number === '') return { source: { kind: 'saved', id: saved } };
  const card = { number, ...parseExpiry(expiry), cvc };
  const faults: FieldErrors = {};
  for (const { field, message } of validateCard(card, now)) faults[field] = message;
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) faults.email = 'Please enter a valid email';
  for (const field of ['number', 'expiry', 'cvc', 'name', 'email'] as const) {
    if (typed[field].trim() === '') faults[field] = REQUIRED[field];
  }
  if (Object.keys(faults).length > 0) return { faults };
  return { source: { kind: 'card', card: { type: 'card', card, billing_details: { name, email } } } };
}

/** Parses `MM / YY`, `MM/YYYY` or `MMYY`. A text that is no date gives NaN. */
function parseExpiry(text: string): { exp_month: number; exp_year: number } {
  const match = /^\s*(\d{1,2})\s*[/ -]\s*(\d{4}|\d{2})\s*$/.exec(text) ?? /^\s*(\d{2})(\d{2})\s*$/.exec(text);
  const [, month = 'none', year = 'none'] = match ?? [];
  return { exp_month: Number(month), exp_year: Number(year) + (year.length === 2 ? 2000 : 0) };
}
