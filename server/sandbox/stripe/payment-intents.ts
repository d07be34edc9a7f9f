import type * as v from 'valibot';
import type { Db } from '../../db/database.ts';
import { disputeCharge } from './disputes.ts';
import { emitEvent, toUnixSeconds } from './events.ts';
import { newClientSecret, newId } from './ids.ts';
import { AUTHENTICATION_FAILED, chargeIntent, failIntent, type IntentResult } from './intent-charging.ts';
import { updateMetadata } from './metadata.ts';
import type { PaymentIntent, PaymentMethod } from './object-schemas.ts';
import type { PaymentIntentParameters, PaymentIntentUpdateParameters } from './parameters.ts';
import { resolvePaymentMethod } from './payment-methods.ts';
import { loadObject, saveObject } from './queries/objects.ts';
import { cardDeclined, invalidParameter, unexpectedState } from './stripe-error.ts';

type IntentInput = v.InferOutput<typeof PaymentIntentParameters>;

const CONFIRMABLE: readonly string[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];

export async function createPaymentIntent(db: Db, now: Date, input: IntentInput): Promise<PaymentIntent> {
  if (input.customer !== null) await loadObject(db, 'customer', input.customer);
  return db.transaction(async (tx) => {
    const method =
      input.payment_method === null
        ? undefined
        : await loadUsableMethod(tx, now, input.payment_method, input.customer);
    const id = newId('payment_intent');
    const intent = await saveObject(tx, {
      id,
      object: 'payment_intent' as const,
      created: toUnixSeconds(now),
      livemode: false as const,
      client_secret: newClientSecret(id),
      amount: input.amount,
      amount_received: 0,
      currency: input.currency,
      customer: input.customer,
      description: input.description,
      metadata: input.metadata,
      payment_method_types: ['card'],
      receipt_email: input.receipt_email,
      status:
        method === undefined ? ('requires_payment_method' as const) : ('requires_confirmation' as const),
      payment_method: method?.id ?? null,
      next_action: null,
      latest_charge: null,
      last_payment_error: null,
      cancellation_reason: null,
    });
    await emitEvent(tx, now, 'payment_intent.created', intent);
    return intent;
  });
}

/** Changes an intent that has not been paid. */
export function updatePaymentIntent(
  db: Db,
  id: string,
  input: v.InferOutput<typeof PaymentIntentUpdateParameters>,
): Promise<PaymentIntent> {
  return db.transaction(async (tx) => {
    const intent = await loadObject(tx, 'payment_intent', id, { lock: true });
    if (input.amount !== undefined && !CONFIRMABLE.includes(intent.status)) {
      throw unexpectedState('payment_intent', intent.status, 'update');
    }
    return saveObject(tx, {
      ...intent,
      amount: input.amount ?? intent.amount,
      description: input.description ?? intent.description,
      receipt_email: input.receipt_email ?? intent.receipt_email,
      metadata: updateMetadata(intent.metadata, input.metadata),
    });
  });
}

/**
 * Confirms an intent with the given card, or with the one it has. The row is locked first, so that it is charged once.
 * @throws SandboxError 402 with the intent if the bank declines the card
 */
export async function confirmPaymentIntent(
  db: Db,
  now: Date,
  id: string,
  paymentMethod: string | null,
  receiptBase: string,
): Promise<PaymentIntent> {
  const result = await db.transaction(async (tx): Promise<IntentResult> => {
    const intent = await loadObject(tx, 'payment_intent', id, { lock: true });
    if (!CONFIRMABLE.includes(intent.status)) {
      throw unexpectedState('payment_intent', intent.status, 'confirm');
    }
    const wanted = paymentMethod ?? intent.payment_method;
    if (wanted === null) {
      throw invalidParameter(
        'You cannot confirm this PaymentIntent because it is missing a payment method.',
        'payment_method',
      );
    }
    const method = await loadUsableMethod(tx, now, wanted, intent.customer);
    return finish(tx, now, method, await chargeIntent(tx, now, intent, method, { receiptBase }));
  });
  return intentOf(result);
}

/** Applies the answer of the customer to the bank's question. */
export function authenticatePaymentIntent(
  db: Db,
  now: Date,
  id: string,
  { isAuthentic, receiptBase }: { isAuthentic: boolean; receiptBase: string },
): Promise<void> {
  return db.transaction(async (tx) => {
    const intent = await loadObject(tx, 'payment_intent', id, { lock: true });
    if (intent.status !== 'requires_action' || intent.payment_method === null) return;
    const method = await loadObject(tx, 'payment_method', intent.payment_method);
    if (isAuthentic) {
      const options = { receiptBase, isAuthenticated: true };
      await finish(tx, now, method, await chargeIntent(tx, now, intent, method, options));
    } else await failIntent(tx, now, intent, method, AUTHENTICATION_FAILED);
  });
}

export function cancelPaymentIntent(
  db: Db,
  now: Date,
  id: string,
  reason: string | null,
): Promise<PaymentIntent> {
  return db.transaction(async (tx) => {
    const intent = await loadObject(tx, 'payment_intent', id, { lock: true });
    if (!CONFIRMABLE.includes(intent.status))
      throw unexpectedState('payment_intent', intent.status, 'cancel');
    const canceled = await saveObject(tx, {
      ...intent,
      status: 'canceled' as const,
      cancellation_reason: reason,
      next_action: null,
    });
    await emitEvent(tx, now, 'payment_intent.canceled', canceled);
    return canceled;
  });
}

async function finish(tx: Db, now: Date, method: PaymentMethod, result: IntentResult): Promise<IntentResult> {
  if (result.kind === 'succeeded') await disputeCharge(tx, now, result.charge, method.sandbox_outcome);
  return result;
}

function intentOf(result: IntentResult): PaymentIntent {
  if (result.kind === 'declined') throw cardDeclined(result.error, { payment_intent: result.intent });
  return result.intent;
}

/** A card that is saved with a customer can be used only for that customer. */
export async function loadUsableMethod(
  tx: Db,
  now: Date,
  id: string,
  customer: string | null,
): Promise<PaymentMethod> {
  const method = await resolvePaymentMethod(tx, now, id);
  if (method.customer !== null && method.customer !== customer) {
    throw invalidParameter(
      'The PaymentMethod supplied belongs to another Customer. Include that Customer in the `customer` parameter.',
      'payment_method',
    );
  }
  return method;
}
