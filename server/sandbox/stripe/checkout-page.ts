import { html } from 'hono/html';
import * as v from 'valibot';
import { brandName, expiryText } from '../../../src/contract/card-format.ts';
import { formatCents } from '../../../src/contract/money.ts';
import { cutText } from '../../../src/contract/storable-text.ts';
import { errorIcon, infoIcon, type Markup } from '../pages.ts';
import type { PaymentSource } from './checkout.ts';
import type { Stored } from './objects.ts';
import { type CardField, validateCard } from './payment-methods.ts';
import { TEST_CARDS } from './test-cards.ts';

type CheckoutField = CardField | 'name' | 'email';
type FieldErrors = Partial<Record<CheckoutField, string>>;

/** In UTF-16 code units. */
const MAX_TEXT = 200;
const typedText = v.optional(
  v.pipe(
    v.string(),
    v.transform((text) => cutText(text, MAX_TEXT)),
  ),
  '',
);
/** The typed fields and the chosen saved card: '' is none, and undefined means that it has not been chosen yet. */
const CheckoutFields = v.object({
  number: typedText,
  expiry: typedText,
  cvc: typedText,
  name: typedText,
  email: typedText,
  saved: v.optional(typedText),
});
export type CheckoutFields = v.InferOutput<typeof CheckoutFields>;

export function emptyForm(email: string): CheckoutFields {
  return v.parse(CheckoutFields, { email });
}

export function readCheckoutForm(form: ReadonlyMap<string, string>): CheckoutFields {
  return v.parse(CheckoutFields, { saved: '', ...Object.fromEntries(form) });
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
  for (const field of FIELDS) {
    if (typed[field].trim() === '') faults[field] = `${INPUTS[field].label} is required`;
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

type PaymentMethod = Stored<'payment_method'>;

const INPUTS: Record<CheckoutField, { label: string; autocomplete: string; placeholder?: string }> = {
  number: { label: 'Card number', placeholder: '1234 1234 1234 1234', autocomplete: 'cc-number' },
  expiry: { label: 'Expiry', placeholder: 'MM / YY', autocomplete: 'cc-exp' },
  cvc: { label: 'CVC', placeholder: '123', autocomplete: 'cc-csc' },
  name: { label: 'Cardholder name', autocomplete: 'cc-name' },
  email: { label: 'Email', autocomplete: 'email' },
};
const FIELDS = ['number', 'expiry', 'cvc', 'name', 'email'] as const;
type Problems = { faults?: FieldErrors; refusal?: string };

/** The hosted checkout page: a plain form that works without any script; a script groups the digits. */
export function checkoutPage(
  session: Stored<'checkout.session'>,
  fields: CheckoutFields,
  saved: PaymentMethod[],
  { faults = {}, refusal }: Problems = {},
): Markup {
  const price = formatCents(session.amount_total ?? 0, session.currency ?? '');
  const firstFault = FIELDS.find((name) => faults[name] !== undefined);
  const field = (name: CheckoutField) => renderField(name, fields[name], faults[name], name === firstFault);
  return html`<div class="checkout">
<section class="summary" aria-labelledby="what">
${session.cancel_url === null ? '' : html`<p><a class="back" href="${session.cancel_url}">Back to Send</a></p>`}
<h1 id="what">Pay for your delivery</h1>
<p class="amount">${price}</p>
${session.sandbox_lines.map((line) => html`<p class="soft">${line.description}</p>`)}
</section>
<section class="card pad pay" aria-label="Card details">
<form class="form" method="post" novalidate>
<p class="notice">${infoIcon}<span>Test checkout: no money moves. Pay with <span class="mono">4242 4242 4242 4242</span> or another <a href="#test">test card</a>.</span></p>
${refusal === undefined ? '' : html`<p class="notice bad" role="alert">${errorIcon}<span>${refusal}</span></p>`}
${Object.keys(faults).length === 0 ? '' : html`<p class="notice bad" role="alert">${errorIcon}<span>Please check the marked fields. Nothing was charged.</span></p>`}
${savedCardOptions(saved, fields)}
${field('number')}
<div class="form rest">
<div class="pair">${field('expiry')}${field('cvc')}</div>
${field('name')}
${field('email')}
</div>
<button class="btn primary" type="submit">Pay ${price}</button>
${session.cancel_url === null ? '' : html`<a class="btn" href="${session.cancel_url}">Cancel and return</a>`}
</form>
</section>
<section class="stack" aria-labelledby="test">
<h2 id="test">Test cards</h2>
<p class="soft">With any future date and any three digits as CVC (four for American Express). Real cards are not accepted.</p>
<ul class="testcards">${TEST_CARDS.filter(({ description }) => description).map((card) => html`<li><span class="mono">${formatCardNumber(card.number)}</span><span class="soft">${card.description}</span></li>`)}</ul>
</section>
</div>
<script src="/sandbox/stripe/checkout.js"></script>`;
}

/** The page of a checkout that can no longer be paid: it was paid, has expired, or never existed. */
export function closedPage(title: string, message: string, back: string | null): Markup {
  return html`<section class="card pad stack paper" aria-labelledby="closed">
<h1 id="closed">${title}</h1>
<p class="soft">${message}</p>
${back === null ? '' : html`<p class="row"><a class="btn primary" href="${back}">Return to Send</a></p>`}
</section>`;
}

/**
 * Shows saved cards as radio buttons. While one is chosen, the style sheet hides the fields of another card, also without
 * a script.
 */
function savedCardOptions(saved: PaymentMethod[], fields: CheckoutFields): Markup | '' {
  if (saved.length === 0) return '';
  const chosen = fields.number.trim() === '' ? (fields.saved ?? saved[0]?.id) : '';
  const checked = (value: string) => (value === chosen ? 'checked' : '');
  return html`<fieldset class="saved"><legend>Pay with</legend>
${saved.map(({ id, card }) => html`<label class="choice"><input type="radio" name="saved" value="${id}" ${checked(id)}><span>${brandName(card?.brand ?? '')} ending in ${card?.last4}, expires ${expiryText(card?.exp_month ?? 0, card?.exp_year ?? 0)}</span></label>`)}
<label class="choice"><input type="radio" name="saved" value="" ${checked('')}><span>Another card</span></label>
</fieldset>`;
}

function renderField(name: CheckoutField, value: string, fault: string | undefined, isFirst: boolean) {
  const id = `field-${name}`;
  const { label, autocomplete, placeholder = '' } = INPUTS[name];
  const type = name === 'email' ? 'email' : 'text';
  const mode = placeholder === '' ? type : 'numeric';
  const state =
    fault !== undefined &&
    html`aria-invalid="true" aria-describedby="${id}-fault" ${isFirst ? 'autofocus' : ''}`;
  return html`<div class="field"><label for="${id}">${label}</label><input id="${id}" name="${name}" type="${type}" value="${value}" placeholder="${placeholder}" autocomplete="${autocomplete}" inputmode="${mode}" spellcheck="false" maxlength="${MAX_TEXT}" ${state || ''}>${fault === undefined ? '' : html`<p class="err" id="${id}-fault">${errorIcon}<span>${fault}</span></p>`}</div>`;
}

function formatCardNumber(number: string): string {
  return number.length === 15
    ? number.replace(/(\d{4})(\d{6})(\d{5})/, '$1 $2 $3')
    : number.replace(/(\d{4})(?=\d)/g, '$1 ');
}
