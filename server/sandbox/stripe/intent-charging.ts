import type { Db } from '../../db/database.ts';
import { bookMovement } from './balance.ts';
import { emitEvent, toUnixSeconds } from './events.ts';
import { newId } from './ids.ts';
import type { Charge, PaymentError, PaymentIntent, PaymentMethod } from './object-schemas.ts';
import { findDecline } from './payment-methods.ts';
import { saveObject } from './queries/objects.ts';
import { asksForAuthentication, outcomeAfterAuthentication } from './test-cards.ts';

export type IntentResult =
  | { kind: 'succeeded'; intent: PaymentIntent; charge: Charge }
  | { kind: 'declined'; intent: PaymentIntent; error: PaymentError }
  | { kind: 'authenticate'; intent: PaymentIntent };

export const AUTHENTICATION_FAILED: PaymentError = {
  type: 'card_error',
  code: 'payment_intent_authentication_failure',
  decline_code: null,
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

/** The step that Stripe.js carries out in the browser. Its content is private to Stripe. */
export const AUTHENTICATE = {
  type: 'use_stripe_sdk' as const,
  use_stripe_sdk: { type: 'three_d_secure_redirect' as const, stripe_js: 'sandbox' },
};

type ChargeOptions = {
  /** The receipt is at this origin. */
  receiptBase: string;
  /** Whether the bank has already authenticated the customer. */
  isAuthenticated?: boolean;
};

/** Charges a card for an intent, whose row must be locked. */
export async function chargeIntent(
  db: Db,
  now: Date,
  intent: PaymentIntent,
  method: PaymentMethod,
  { receiptBase, isAuthenticated = false }: ChargeOptions,
): Promise<IntentResult> {
  const attempt = { ...intent, payment_method: method.id, next_action: null };
  if (!isAuthenticated && asksForAuthentication(method.sandbox_outcome)) {
    const waiting = await saveObject(db, {
      ...attempt,
      status: 'requires_action' as const,
      next_action: AUTHENTICATE,
    });
    await emitEvent(db, now, 'payment_intent.requires_action', waiting);
    return { kind: 'authenticate', intent: waiting };
  }
  const outcome = isAuthenticated
    ? outcomeAfterAuthentication(method.sandbox_outcome)
    : method.sandbox_outcome;
  const error = findDecline({ ...method, sandbox_outcome: outcome }, 'charge');
  const attempted = buildCharge(now, attempt, method, receiptBase, error);
  const booked =
    error === undefined
      ? await bookMovement(db, now, 'charge', {
          amount: attempted.amount,
          currency: attempted.currency,
          source: attempted.id,
        })
      : undefined;
  const charge = await saveObject(db, { ...attempted, balance_transaction: booked?.id ?? null });
  if (error !== undefined) {
    await emitEvent(db, now, 'charge.failed', charge);
    const failed = await failIntent(db, now, { ...attempt, latest_charge: charge.id }, method, error);
    return { kind: 'declined', intent: failed, error };
  }
  const paid = await saveObject(db, {
    ...attempt,
    status: 'succeeded' as const,
    amount_received: intent.amount,
    latest_charge: charge.id,
    last_payment_error: null,
  });
  await emitEvent(db, now, 'charge.succeeded', charge);
  await emitEvent(db, now, 'payment_intent.succeeded', paid);
  return { kind: 'succeeded', intent: paid, charge };
}

/** Records a failed attempt. The intent can then be confirmed with another card. */
export async function failIntent(
  db: Db,
  now: Date,
  intent: PaymentIntent,
  method: PaymentMethod,
  error: PaymentError,
): Promise<PaymentIntent> {
  const failed = await saveObject(db, {
    ...intent,
    status: 'requires_payment_method' as const,
    payment_method: null,
    next_action: null,
    last_payment_error: { ...error, payment_method: method },
  });
  await emitEvent(db, now, 'payment_intent.payment_failed', failed);
  return failed;
}

function buildCharge(
  now: Date,
  intent: PaymentIntent,
  method: PaymentMethod,
  receiptBase: string,
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
    receipt_email: intent.receipt_email,
    receipt_number: error === undefined ? documentNumber(id) : null,
    receipt_url: error === undefined ? new URL(`/sandbox/receipts/${id}`, receiptBase).href : null,
    balance_transaction: null,
  };
}

export function documentNumber(id: string): string {
  return id.slice(-8).toUpperCase();
}
