import type Stripe from 'stripe';
import { type Attempt, decideDelayedPayment } from './charges.ts';
import { type Context, invalidParameter, missingParameter, toUnixSeconds } from './context.ts';
import { attemptIntent, authenticateIntent, INTENT_FIELDS, requireAmount } from './intents.ts';
import {
  createObject,
  type Fields,
  findObjects,
  loadObject,
  lockObject,
  newId,
  recordEvent,
  type Stored,
  updateObject,
} from './objects.ts';
import { keep } from './parameters.ts';
import { createPaymentMethod, loadSavedCard } from './payment-methods.ts';

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
export async function createSession(context: Context, input: Stripe.Checkout.SessionCreateParams) {
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

/** The card of a payment: one that was typed, or one that is saved in the account. */
export type PaymentSource =
  | { kind: 'card'; card: Stripe.PaymentMethodCreateParams }
  | { kind: 'saved'; id: string };

export type PaymentResult =
  /** `closed` is a session that has been paid or closed in the meantime. */
  | { kind: 'paid' | 'authenticate' | 'closed'; session: Session }
  | { kind: 'declined'; session: Session; message: string };

/** Charges a card for a session, whose row is locked first, so that pressing Pay twice charges once. */
export async function paySession(tx: Context, id: string, source: PaymentSource): Promise<PaymentResult> {
  const session = await lockObject(tx, 'checkout.session', id);
  if (session.status !== 'open' || session.expires_at <= toUnixSeconds(tx.now)) {
    return { kind: 'closed', session };
  }
  const method =
    source.kind === 'card'
      ? await createPaymentMethod(tx, source.card)
      : await loadSavedCard(tx, session.customer, source.id);
  const started = session.payment_intent === null ? await startPayment(tx, session, method) : session;
  const intent = await lockObject(tx, 'payment_intent', started.payment_intent ?? '');
  return finishSession(tx, started, await attemptIntent(tx, intent, method));
}

/** Applies the answer of the customer to the bank's question. */
export async function authenticateSession(
  tx: Context,
  id: string,
  isAuthentic: boolean,
): Promise<PaymentResult> {
  const session = await lockObject(tx, 'checkout.session', id);
  if (session.status !== 'open' || session.payment_intent === null) return { kind: 'closed', session };
  const answered = await authenticateIntent(tx, 'payment_intent', session.payment_intent, isAuthentic);
  return answered === undefined ? { kind: 'closed', session } : finishSession(tx, session, answered);
}

/**
 * As at Stripe, the first attempt to pay creates the intent, and a guest who gets an invoice or saves the card becomes a
 * customer.
 */
async function startPayment(
  tx: Context,
  session: Session,
  { billing_details: { name, email } }: Stored<'payment_method'>,
): Promise<Session> {
  const { amount_total: amount, currency, customer, sandbox_payment } = session;
  const isNeeded =
    session.invoice_creation?.enabled === true ||
    session.customer_creation === 'always' ||
    sandbox_payment.setup_future_usage != null;
  const created =
    customer === null && isNeeded ? await createObject(tx, 'customer', { name, email }) : undefined;
  const owner = { customer: created?.id ?? customer };
  const intent = await createObject(tx, 'payment_intent', {
    ...sandbox_payment,
    ...owner,
    amount: amount ?? 0,
    currency: currency ?? '',
    status: 'requires_payment_method',
  });
  return updateObject(tx, session, { ...owner, payment_intent: intent.id });
}

/** The session is complete once its intent has succeeded or is processing. */
async function finishSession(
  tx: Context,
  session: Session,
  { intent, error }: Attempt,
): Promise<PaymentResult> {
  if (error !== undefined) return { kind: 'declined', session, message: error.message };
  if (intent.status === 'requires_action') return { kind: 'authenticate', session };
  const complete = await updateObject(tx, session, { status: 'complete', url: null });
  const current = intent.status === 'succeeded' ? await settleSession(tx, complete) : complete;
  await recordEvent(tx, 'checkout.session.completed', current);
  return { kind: 'paid', session: current };
}

async function settleSession(tx: Context, session: Session): Promise<Session> {
  const invoice = session.invoice_creation?.enabled ? await createInvoice(tx, session) : null;
  return updateObject(tx, session, { payment_status: 'paid', invoice });
}

async function createInvoice(tx: Context, session: Session): Promise<string> {
  const { customer, metadata, amount_total, currency } = session;
  const { id } = await createObject(tx, 'invoice', {
    status: 'paid',
    currency: currency ?? '',
    total: amount_total ?? 0,
    amount_paid: amount_total ?? 0,
    customer,
    metadata,
  });
  return id;
}

/** Decides a delayed payment, also that of a checkout session. */
export async function finishDelayedPayment(tx: Context, id: string): Promise<void> {
  const attempt = await decideDelayedPayment(tx, id);
  const [session] = await findObjects(tx, 'checkout.session', { payment_intent: id });
  if (attempt === undefined || session === undefined) return;
  const isPaid = attempt.error === undefined;
  const current = isPaid ? await settleSession(tx, session) : session;
  await recordEvent(tx, `checkout.session.async_payment_${isPaid ? 'succeeded' : 'failed'}`, current);
}
