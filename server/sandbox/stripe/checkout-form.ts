import { type CardInput, cardFaults, digitsOf, parseExpiry } from './card-input.ts';
import type { Means } from './charging.ts';

export const FIELDS = ['number', 'expiry', 'cvc', 'name', 'email'] as const;
export type Field = (typeof FIELDS)[number];
/** What a person typed, as it was typed, and which saved card is chosen: none ('') or not asked yet. */
export type Typed = Record<Field, string> & { saved: string | undefined };
export type Faults = Partial<Record<Field, string>>;
type Judged = Means | { kind: 'faulty'; faults: Faults };

export function emptyForm(email: string): Typed {
  return { number: '', expiry: '', cvc: '', name: '', email, saved: undefined };
}

/**
 * Judges the checkout form: every fault at once, one sentence beside each field. A number that was typed counts
 * more than a saved card that was chosen, because it was the last thing somebody did.
 */
export function judge(typed: Typed, now: Date): Judged {
  const { saved = '' } = typed;
  if (saved !== '' && typed.number.trim() === '') return { kind: 'saved', id: saved };
  const expiry = parseExpiry(typed.expiry);
  const card: CardInput = {
    number: digitsOf(typed.number),
    expMonth: expiry?.month ?? Number.NaN,
    expYear: expiry?.year ?? Number.NaN,
    cvc: typed.cvc.trim(),
  };
  const faults: Faults = {};
  for (const { field, message } of cardFaults(card, now)) faults[field] ??= message;
  for (const field of ['number', 'expiry', 'cvc'] as const) {
    if (typed[field].trim() === '') faults[field] = REQUIRED[field];
  }
  if (typed.name.trim() === '') faults.name = 'Cardholder name is required';
  if (typed.email.trim() === '') faults.email = 'Email is required';
  else if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.email.trim())) {
    faults.email = 'Please enter a valid email';
  }
  if (Object.keys(faults).length > 0) return { kind: 'faulty', faults };
  return { kind: 'card', card, billing: { name: typed.name.trim(), email: typed.email.trim(), phone: null } };
}

const REQUIRED = {
  number: 'Card number is required',
  expiry: 'Expiry is required',
  cvc: 'CVC is required',
} as const;
