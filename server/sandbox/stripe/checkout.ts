import type Stripe from 'stripe';
import { type Attempt, decideDelayedPayment } from './charges.ts';
import { type Context, toUnixSeconds } from './context.ts';
import { attemptIntent, authenticateIntent } from './intents.ts';
import { createObject, findObjects, lockObject, recordEvent, type Stored, updateObject } from './objects.ts';
import { createPaymentMethod, loadSavedCard } from './payment-methods.ts';

type Session = Stored<'checkout.session'>;

/** The card of a payment: one that was typed, or one that is saved in the account. */
export type PaymentSource =
  | { kind: 'card'; card: Stripe.PaymentMethodCreateParams }
  | { kind: 'saved'; id: string };

export type PaymentResult =
  /** `closed` is a session that has been paid or closed in the meantime. */
  | { kind: 'paid' | 'authenticate' | 'closed'; session: Session }
  | { kind: 'declined'; session: Session; message: string };

/**
 * Charges a card for a checkout session. The row of the session is locked first, so that pressing Pay twice charges
 * once.
 */
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
  return finishSession(tx, started, method, await attemptIntent(tx, intent, method));
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
  return answered === undefined
    ? { kind: 'closed', session }
    : finishSession(tx, session, answered.method, answered.attempt);
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
  const status = 'requires_payment_method';
  const fields = {
    ...sandbox_payment,
    ...owner,
    amount: amount ?? 0,
    currency: currency ?? '',
    status,
  } as const;
  const intent = await createObject(tx, 'payment_intent', fields);
  return updateObject(tx, session, { ...owner, payment_intent: intent.id });
}

/** The session is complete once its intent has succeeded or is processing. */
async function finishSession(
  tx: Context,
  session: Session,
  { billing_details: { name, email, phone, address } }: Stored<'payment_method'>,
  { intent, error }: Attempt,
): Promise<PaymentResult> {
  if (error !== undefined) return { kind: 'declined', session, message: error.message };
  if (intent.status === 'requires_action') return { kind: 'authenticate', session };
  const customer_details = { name, email, phone, address, tax_exempt: 'none' } as const;
  const complete = await updateObject(tx, session, { status: 'complete', customer_details, url: null });
  const event = 'checkout.session.completed';
  if (intent.status === 'succeeded')
    return { kind: 'paid', session: await settleSession(tx, complete, event) };
  await recordEvent(tx, event, complete);
  return { kind: 'paid', session: complete };
}

async function settleSession(tx: Context, session: Session, event: string): Promise<Session> {
  const invoice = session.invoice_creation?.enabled ? await createInvoice(tx, session) : null;
  return updateObject(tx, session, { payment_status: 'paid', invoice }, event);
}

async function createInvoice(tx: Context, session: Session): Promise<string> {
  const { currency, customer, customer_details, metadata, invoice_creation, sandbox_lines } = session;
  const lines = sandbox_lines.map(({ amount_total: amount, description, quantity }) => ({
    object: 'line_item' as const,
    amount,
    description,
    quantity,
  }));
  const { id } = await createObject(tx, 'invoice', {
    status: 'paid',
    currency: currency ?? '',
    subtotal: session.amount_subtotal ?? 0,
    total: session.amount_total ?? 0,
    amount_paid: session.amount_total ?? 0,
    customer,
    customer_name: customer_details?.name,
    customer_email: customer_details?.email,
    custom_fields: invoice_creation?.invoice_data.custom_fields ?? null,
    metadata,
    lines: { object: 'list', url: '/v1/invoices/lines', has_more: false, data: lines },
  });
  return id;
}

/** Decides a delayed payment, also that of a checkout session. */
export async function finishDelayedPayment(tx: Context, id: string): Promise<void> {
  const attempt = await decideDelayedPayment(tx, id);
  const [session] = await findObjects(tx, 'checkout.session', { payment_intent: id });
  if (attempt === undefined || session === undefined) return;
  if (attempt.error === undefined)
    await settleSession(tx, session, 'checkout.session.async_payment_succeeded');
  else await recordEvent(tx, 'checkout.session.async_payment_failed', session);
}
