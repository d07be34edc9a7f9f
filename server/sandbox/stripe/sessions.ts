import type Stripe from 'stripe';
import { requireAmount } from './amounts.ts';
import { type Context, toUnixSeconds } from './context.ts';
import { INTENT_FIELDS } from './intents.ts';
import {
  createObject,
  type Fields,
  loadObject,
  lockObject,
  newId,
  type Stored,
  updateObject,
} from './objects.ts';
import { keep } from './parameters.ts';
import { invalidParameter, missingParameter } from './stripe-error.ts';

type Session = Stored<'checkout.session'>;
type Line = Fields<Stripe.LineItem> & { amount_subtotal: number; amount_tax: number; amount_total: number };

const SESSION_LIFETIME_S = 24 * 3600;
const SESSION_FIELDS = [
  'mode',
  'client_reference_id',
  'customer',
  'customer_email',
  'metadata',
  'success_url',
  'cancel_url',
  'invoice_creation',
  'saved_payment_method_options',
];

/** Opens a checkout session. Its hosted page is on the origin that the customer will return to. */
export async function createSession(
  context: Context,
  input: Stripe.Checkout.SessionCreateParams,
): Promise<Session> {
  const { customer, customer_creation = 'if_required', line_items = [], success_url = '' } = input;
  if (input.mode !== 'payment') throw invalidParameter('The sandbox has only the mode payment.', 'mode');
  if (!URL.canParse(success_url)) throw invalidParameter('Not a valid URL', 'success_url');
  if (customer !== undefined && input.customer_email !== undefined) {
    const message = 'You may only specify one of these parameters: customer, customer_email.';
    throw invalidParameter(message, 'customer_email');
  }
  if (customer !== undefined) await loadObject(context, 'customer', customer);
  const lines = await Promise.all(line_items.map((item, index) => buildLine(context, item, index)));
  const sum = (of: (line: Line) => number) => lines.reduce((total, line) => total + of(line), 0);
  const amount_total = sum((line) => line.amount_total);
  const currency = requireAmount(amount_total, lines[0]?.currency ?? 'eur', 'line_items');
  const id = newId('checkout.session');
  return createObject(context, 'checkout.session', {
    customer_creation: customer === undefined ? customer_creation : null,
    invoice_creation: { enabled: false },
    saved_payment_method_options: { allow_redisplay_filters: ['always'] },
    ...keep(SESSION_FIELDS, input),
    id,
    status: 'open',
    payment_status: 'unpaid',
    amount_subtotal: sum((line) => line.amount_subtotal),
    amount_total,
    total_details: { amount_tax: sum((line) => line.amount_tax) },
    currency,
    expires_at: toUnixSeconds(context.now) + SESSION_LIFETIME_S,
    url: new URL(`/sandbox/checkout/${id}`, success_url).href,
    sandbox_lines: lines,
    sandbox_payment: keep(INTENT_FIELDS, input.payment_intent_data ?? {}),
  });
}

/** An inclusive tax is a part of the price; any other is added to it. Both are rounded to the nearest cent. */
async function buildLine(
  context: Context,
  { price_data, quantity = 1, tax_rates }: Stripe.Checkout.SessionCreateParams.LineItem,
  index: number,
): Promise<Line> {
  if (price_data === undefined) throw missingParameter(`line_items[${index}][price_data]`);
  const { currency, unit_amount = 0, product_data } = price_data;
  const price = unit_amount * quantity;
  // Stripe calculates with several tax rates for a line. The sandbox calculates with the first.
  const [rateId] = tax_rates || [];
  const rate = rateId === undefined ? undefined : await loadObject(context, 'tax_rate', rateId);
  if (rate?.active === false) {
    throw invalidParameter(`The tax rate ${rate.id} is inactive.`, `line_items[${index}][tax_rates][0]`);
  }
  const { percentage = 0, inclusive = true } = rate ?? {};
  const tax = Math.round((price * percentage) / (inclusive ? 100 + percentage : 100));
  return {
    id: `li_${index}`,
    object: 'item',
    amount_subtotal: price,
    amount_tax: tax,
    amount_total: inclusive ? price : price + tax,
    currency,
    description: product_data?.name ?? '',
    quantity,
  };
}

/** Returns the session as it is now. A session past its time becomes expired when it is read. */
export async function loadCurrentSession(context: Context, id: string): Promise<Session> {
  const session = await loadObject(context, 'checkout.session', id);
  if (session.status !== 'open' || session.expires_at > toUnixSeconds(context.now)) return session;
  return expireSession(context, id).catch(() => loadObject(context, 'checkout.session', id));
}

/** Expires an open session at once. As at Stripe, a session that is complete or expired is rejected. */
export async function expireSession(tx: Context, id: string): Promise<Session> {
  const session = await lockObject(tx, 'checkout.session', id);
  if (session.status === 'open') {
    return updateObject(tx, session, { status: 'expired', url: null }, 'checkout.session.expired');
  }
  const message = `Only Checkout Sessions with a status in ["open"] can be expired. This one is ${session.status}.`;
  throw invalidParameter(message, 'session');
}

export async function listSessionLines(context: Context, id: string) {
  const { sandbox_lines: data } = await loadObject(context, 'checkout.session', id);
  return { object: 'list', url: `/v1/checkout/sessions/${id}/line_items`, has_more: false, data };
}
