import type { Db } from '../../db/database.ts';
import type { CardInput } from './card-input.ts';
import { disputeCharge } from './disputes.ts';
import { emitEvent, toUnixSeconds } from './events.ts';
import { newId } from './ids.ts';
import type {
  Charge,
  CheckoutSession,
  PaymentError,
  PaymentIntent,
  PaymentMethod,
} from './object-schemas.ts';
import { type Billing, createPaymentMethod, findDecline, loadSavedCard } from './payment-methods.ts';
import { loadObject, saveObject } from './queries/objects.ts';
import { asksForAuthentication, outcomeAfterAuthentication } from './test-cards.ts';

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

const AUTHENTICATION_FAILED: PaymentError = {
  type: 'card_error',
  code: 'payment_intent_authentication_failure',
  decline_code: null,
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

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
    const attempt = { ...intent, payment_method: method.id };
    if (asksForAuthentication(method.sandbox_outcome)) {
      const waiting = await saveObject(tx, { ...attempt, status: 'requires_action' as const });
      await emitEvent(tx, now, 'payment_intent.requires_action', waiting);
      return { kind: 'authenticate', session: started };
    }
    const error = findDecline(method, 'charge');
    if (error === undefined) return succeedPayment(tx, now, started, attempt, method);
    const charge = await saveObject(tx, buildCharge(now, started, attempt, method, error));
    await emitEvent(tx, now, 'charge.failed', charge);
    return failPayment(tx, now, started, { ...attempt, latest_charge: charge.id }, method, error);
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
    if (!isAuthentic) return failPayment(tx, now, session, intent, method, AUTHENTICATION_FAILED);
    const decided = { ...method, sandbox_outcome: outcomeAfterAuthentication(method.sandbox_outcome) };
    const error = findDecline(decided, 'charge');
    if (error === undefined) return succeedPayment(tx, now, session, intent, method);
    const charge = await saveObject(tx, buildCharge(now, session, intent, method, error));
    await emitEvent(tx, now, 'charge.failed', charge);
    return failPayment(tx, now, session, { ...intent, latest_charge: charge.id }, method, error);
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
  };
  await saveObject(db, intent);
  return { session: await saveObject(db, { ...session, payment_intent: intent.id }), intent };
}

async function succeedPayment(
  db: Db,
  now: Date,
  session: CheckoutSession,
  intent: PaymentIntent,
  method: PaymentMethod,
): Promise<PaymentResult> {
  const charge = await saveObject(db, buildCharge(now, session, intent, method));
  const paid = await saveObject(db, {
    ...intent,
    status: 'succeeded' as const,
    amount_received: intent.amount,
    latest_charge: charge.id,
    last_payment_error: null,
  });
  const complete = await saveObject(db, {
    ...session,
    status: 'complete' as const,
    payment_status: 'paid' as const,
    customer_details: method.billing_details,
    invoice: session.invoice_creation.enabled ? await createInvoice(db, now, session, method) : null,
    url: null,
  });
  await emitEvent(db, now, 'charge.succeeded', charge);
  await emitEvent(db, now, 'payment_intent.succeeded', paid);
  await emitEvent(db, now, 'checkout.session.completed', complete);
  await disputeCharge(db, now, charge, method.sandbox_outcome);
  return { kind: 'paid', session: complete };
}

async function failPayment(
  db: Db,
  now: Date,
  session: CheckoutSession,
  intent: PaymentIntent,
  method: PaymentMethod,
  error: PaymentError,
): Promise<PaymentResult> {
  const failed = await saveObject(db, {
    ...intent,
    status: 'requires_payment_method' as const,
    payment_method: null,
    last_payment_error: { ...error, payment_method: method },
  });
  await emitEvent(db, now, 'payment_intent.payment_failed', failed);
  return { kind: 'declined', session, error };
}

function buildCharge(
  now: Date,
  session: CheckoutSession,
  intent: PaymentIntent,
  method: PaymentMethod,
  error?: PaymentError,
): Charge {
  const id = newId('charge');
  return {
    id,
    object: 'charge',
    created: toUnixSeconds(now),
    livemode: false,
    amount: intent.amount,
    amount_refunded: 0,
    refunded: false,
    disputed: false,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    metadata: intent.metadata,
    paid: error === undefined,
    status: error === undefined ? 'succeeded' : 'failed',
    failure_code: error?.code ?? null,
    failure_message: error?.message ?? null,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: method.card },
    billing_details: method.billing_details,
    receipt_number: error === undefined ? documentNumber(id) : null,
    receipt_url: error === undefined ? new URL(`/sandbox/receipts/${id}`, session.success_url).href : null,
  };
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
    total: session.amount_total,
    amount_paid: session.amount_total,
    customer: session.customer,
    customer_name: method.billing_details.name,
    customer_email: method.billing_details.email,
    metadata: session.metadata,
    lines: { object: 'list', data: session.sandbox_lines },
    hosted_invoice_url: new URL(`/sandbox/invoices/${id}`, session.success_url).href,
    invoice_pdf: null,
  });
  return id;
}

function documentNumber(id: string): string {
  return id.slice(-8).toUpperCase();
}
