import type { Db } from '../../db/database.ts';
import type { CardInput } from './card-input.ts';
import { createCustomer } from './customers.ts';
import { disputeCharge } from './disputes.ts';
import { emitEvent, toUnixSeconds } from './events.ts';
import { newId } from './ids.ts';
import {
  AUTHENTICATION_FAILED,
  chargeIntent,
  documentNumber,
  failIntent,
  type IntentResult,
} from './intent-charging.ts';
import type { CheckoutSession, PaymentError, PaymentIntent, PaymentMethod } from './object-schemas.ts';
import { type Billing, createPaymentMethod, loadSavedCard } from './payment-methods.ts';
import { loadObject, saveObject } from './queries/objects.ts';

/** The card of a payment: one that was typed, or one that is saved in the account. */
export type PaymentSource =
  | { kind: 'card'; card: CardInput; billing: Billing }
  | { kind: 'saved'; id: string };

export type PaymentResult =
  | { kind: 'paid'; session: CheckoutSession }
  | { kind: 'declined'; session: CheckoutSession; error: PaymentError }
  | { kind: 'authenticate'; session: CheckoutSession }
  /** The session has been paid or closed in the meantime. */
  | { kind: 'closed'; session: CheckoutSession };

/**
 * Charges a card for a checkout session. The row of the session is locked first, so that pressing Pay twice charges
 * once. A typed card must have been validated with `cardFaults` before.
 */
export async function paySession(
  db: Db,
  now: Date,
  id: string,
  source: PaymentSource,
): Promise<PaymentResult> {
  return db.transaction(async (tx) => {
    const session = await loadObject(tx, 'checkout.session', id, { lock: true });
    if (session.status !== 'open' || session.expires_at <= toUnixSeconds(now))
      return { kind: 'closed', session };
    const method =
      source.kind === 'card'
        ? await createPaymentMethod(tx, now, source.card, source.billing)
        : await loadSavedCard(tx, session.customer, source.id);
    const { session: started, intent } = await getOrCreateIntent(tx, now, session);
    return finishSession(
      tx,
      now,
      started,
      method,
      await chargeIntent(tx, now, intent, method, receiptsOf(session)),
    );
  });
}

/** Completes a 3-D Secure challenge. */
export async function finishAuthentication(
  db: Db,
  now: Date,
  id: string,
  isAuthentic: boolean,
): Promise<PaymentResult> {
  return db.transaction(async (tx) => {
    const session = await loadObject(tx, 'checkout.session', id, { lock: true });
    if (session.status !== 'open' || session.payment_intent === null) return { kind: 'closed', session };
    const intent = await loadObject(tx, 'payment_intent', session.payment_intent, { lock: true });
    if (intent.status !== 'requires_action' || intent.payment_method === null) {
      return { kind: 'closed', session };
    }
    const method = await loadObject(tx, 'payment_method', intent.payment_method);
    if (!isAuthentic) {
      await failIntent(tx, now, intent, method, AUTHENTICATION_FAILED);
      return { kind: 'declined', session, error: AUTHENTICATION_FAILED };
    }
    const options = { ...receiptsOf(session), isAuthenticated: true };
    return finishSession(tx, now, session, method, await chargeIntent(tx, now, intent, method, options));
  });
}

/** As at Stripe, the first attempt to pay creates the intent. */
async function getOrCreateIntent(db: Db, now: Date, session: CheckoutSession) {
  if (session.payment_intent !== null) {
    return {
      session,
      intent: await loadObject(db, 'payment_intent', session.payment_intent, { lock: true }),
    };
  }
  const intent: PaymentIntent = {
    id: newId('payment_intent'),
    object: 'payment_intent',
    created: toUnixSeconds(now),
    livemode: false,
    amount: session.amount_total,
    amount_received: 0,
    currency: session.currency,
    customer: session.customer,
    description: session.sandbox_payment.description,
    metadata: session.sandbox_payment.metadata,
    status: 'requires_payment_method',
    payment_method: null,
    latest_charge: null,
    last_payment_error: null,
    client_secret: null,
    next_action: null,
    payment_method_types: ['card'],
    cancellation_reason: null,
    receipt_email: session.sandbox_payment.receipt_email,
  };
  await saveObject(db, intent);
  return { session: await saveObject(db, { ...session, payment_intent: intent.id }), intent };
}

function receiptsOf(session: CheckoutSession) {
  return { receiptBase: session.success_url };
}

/** The session is complete once its intent has succeeded. */
async function finishSession(
  db: Db,
  now: Date,
  session: CheckoutSession,
  method: PaymentMethod,
  result: IntentResult,
): Promise<PaymentResult> {
  if (result.kind === 'authenticate') return { kind: 'authenticate', session };
  if (result.kind === 'declined') return { kind: 'declined', session, error: result.error };
  const customer = await customerOf(db, now, session, method);
  const complete = await saveObject(db, {
    ...session,
    customer,
    status: 'complete' as const,
    payment_status: 'paid' as const,
    customer_details: customerDetails(method),
    invoice: session.invoice_creation.enabled
      ? await createInvoice(db, now, { ...session, customer }, method)
      : null,
    url: null,
  });
  await emitEvent(db, now, 'checkout.session.completed', complete);
  await disputeCharge(db, now, result.charge, method.sandbox_outcome);
  return { kind: 'paid', session: complete };
}

function customerDetails({ billing_details: { name, email, phone, address } }: PaymentMethod) {
  return {
    address,
    business_name: null,
    email,
    individual_name: null,
    name,
    phone,
    tax_exempt: 'none' as const,
  };
}

/** As at Stripe, an invoice needs a customer, which is created for a guest. */
async function customerOf(
  db: Db,
  now: Date,
  session: CheckoutSession,
  { billing_details: { name, email } }: PaymentMethod,
): Promise<string | null> {
  const isNeeded = session.invoice_creation.enabled || session.customer_creation === 'always';
  if (session.customer !== null || !isNeeded) return session.customer;
  return (
    await createCustomer(db, now, {
      ...(name === null ? {} : { name }),
      ...(email === null ? {} : { email }),
    })
  ).id;
}

async function createInvoice(
  db: Db,
  now: Date,
  session: CheckoutSession,
  method: PaymentMethod,
): Promise<string> {
  const id = newId('invoice');
  await saveObject(db, {
    id,
    object: 'invoice',
    created: toUnixSeconds(now),
    livemode: false,
    number: `TEST-${documentNumber(id)}`,
    status: 'paid',
    currency: session.currency,
    subtotal: session.amount_subtotal,
    total: session.amount_total,
    amount_paid: session.amount_total,
    customer: session.customer,
    customer_name: method.billing_details.name,
    customer_email: method.billing_details.email,
    metadata: session.metadata,
    sandbox_lines: session.sandbox_lines,
    custom_fields: session.sandbox_invoice_fields,
    hosted_invoice_url: new URL(`/sandbox/invoices/${id}`, session.success_url).href,
    invoice_pdf: null,
  });
  return id;
}
