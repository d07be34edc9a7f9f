import type * as v from 'valibot';
import { requireAmount } from './amounts.ts';
import { bookMovement } from './balance.ts';
import { toUnixSeconds } from './clock.ts';
import { type Context, inTransaction } from './context.ts';
import { emitEvent } from './events.ts';
import { newClientSecret, newId } from './ids.ts';
import { type Attempt, failIntent, initialState, lockOpenIntent } from './intents.ts';
import { updateMetadata } from './metadata.ts';
import type { Charge, PaymentError, PaymentIntent, PaymentMethod } from './object-schemas.ts';
import type { PaymentIntentParameters, PaymentIntentUpdateParameters } from './parameter-schemas.ts';
import { findDecline, loadUsableMethod } from './payment-methods.ts';
import { loadObject, saveObject } from './queries/objects.ts';
import { delayedResult } from './test-cards.ts';

type IntentInput = Pick<
  v.InferOutput<typeof PaymentIntentParameters>,
  'amount' | 'currency' | 'customer' | 'description' | 'metadata' | 'receipt_email' | 'setup_future_usage'
>;

/** So long a delayed payment is processing. A real bank debit takes days. */
const PROCESSING_S = 10;

export async function createPaymentIntent(
  context: Context,
  input: IntentInput & { payment_method: string | null },
): Promise<PaymentIntent> {
  const { amount, currency, customer, payment_method } = input;
  requireAmount(amount, currency, 'amount');
  if (customer !== null) await loadObject(context, 'customer', customer);
  return inTransaction(context, async (tx) => {
    const method = payment_method === null ? undefined : await loadUsableMethod(tx, payment_method, customer);
    const started = newPaymentIntent(tx.now, input, method);
    const intent = await saveObject(tx, { ...started, client_secret: newClientSecret(started.id) });
    await emitEvent(tx, 'payment_intent.created', intent);
    return intent;
  });
}

/** Builds an intent. That of a checkout session has no client secret. */
export function newPaymentIntent(now: Date, input: IntentInput, method?: PaymentMethod): PaymentIntent {
  const { amount, currency, customer, description, metadata, receipt_email, setup_future_usage } = input;
  return {
    id: newId('payment_intent'),
    object: 'payment_intent',
    created: toUnixSeconds(now),
    client_secret: null,
    amount,
    amount_received: 0,
    currency,
    customer,
    description,
    metadata: updateMetadata({}, metadata),
    receipt_email,
    setup_future_usage,
    latest_charge: null,
    last_payment_error: null,
    ...initialState(method),
  };
}

/** Changes an intent. The amount can change until it is paid. */
export function updatePaymentIntent(
  context: Context,
  id: string,
  { metadata, ...changes }: v.InferOutput<typeof PaymentIntentUpdateParameters>,
): Promise<PaymentIntent> {
  return inTransaction(context, async (tx) => {
    const intent =
      changes.amount === undefined
        ? await loadObject(tx, 'payment_intent', id, { lock: true })
        : await lockOpenIntent(tx, 'payment_intent', id, 'update');
    requireAmount(changes.amount ?? intent.amount, intent.currency, 'amount');
    return saveObject(tx, { ...intent, ...changes, metadata: updateMetadata(intent.metadata, metadata) });
  });
}

/** Charges a card for an intent, whose row must be locked. The receipt is at the origin `receiptBase`. */
export async function chargeIntent(
  tx: Context,
  intent: PaymentIntent,
  method: PaymentMethod,
  { outcome, receiptBase }: { outcome: string; receiptBase: string },
): Promise<Attempt> {
  const error = findDecline(outcome, 'charge');
  const becomes = delayedResult(outcome);
  const charge = buildCharge(tx.now, intent, method, receiptBase);
  const attempt = { ...intent, payment_method: method.id, next_action: null, latest_charge: charge.id };
  if (becomes === undefined) return decideCharge(tx, attempt, charge, method, error);
  await saveObject(tx, charge);
  const processing = await saveObject(tx, {
    ...attempt,
    status: 'processing' as const,
    sandbox_becomes: becomes,
    sandbox_after: toUnixSeconds(tx.now) + PROCESSING_S,
  });
  await emitEvent(tx, 'charge.pending', charge);
  await emitEvent(tx, 'payment_intent.processing', processing);
  return { intent: processing };
}

/** Decides a delayed payment. Returns undefined if it is decided already. */
export async function decideDelayedPayment(tx: Context, id: string): Promise<Attempt | undefined> {
  const loaded = await loadObject(tx, 'payment_intent', id, { lock: true });
  const { sandbox_becomes: becomes, sandbox_after: _after, ...intent } = loaded;
  if (becomes === undefined) return undefined;
  const charge = await loadObject(tx, 'charge', intent.latest_charge ?? '', { lock: true });
  const method = await loadObject(tx, 'payment_method', charge.payment_method);
  return decideCharge(tx, intent, charge, method, becomes === 'failed' ? DEBIT_FAILED : undefined);
}

const DEBIT_FAILED: PaymentError = {
  type: 'card_error',
  code: 'payment_intent_payment_attempt_failed',
  decline_code: null,
  message: 'The bank could not collect the money.',
};

async function decideCharge(
  tx: Context,
  intent: PaymentIntent,
  pending: Charge,
  method: PaymentMethod,
  error: PaymentError | undefined,
): Promise<Attempt> {
  const { id: source, amount, currency } = pending;
  if (error !== undefined) {
    const failure = { failure_code: error.code, failure_message: error.message };
    const charge = await saveObject(tx, {
      ...pending,
      status: 'failed' as const,
      captured: false,
      amount_captured: 0,
      receipt_number: null,
      receipt_url: null,
      ...failure,
    });
    await emitEvent(tx, 'charge.failed', charge);
    return failIntent(tx, intent, method, error);
  }
  const booked = await bookMovement(tx, 'charge', { amount, currency, source });
  const charge = await saveObject(tx, {
    ...pending,
    paid: true,
    status: 'succeeded' as const,
    balance_transaction: booked.id,
  });
  const paid = await saveObject(tx, {
    ...intent,
    status: 'succeeded' as const,
    amount_received: amount,
    last_payment_error: null,
  });
  await emitEvent(tx, 'charge.succeeded', charge);
  await emitEvent(tx, 'payment_intent.succeeded', paid);
  return { intent: paid, charge };
}

function buildCharge(now: Date, intent: PaymentIntent, method: PaymentMethod, receiptBase: string): Charge {
  const id = newId('charge');
  const { amount, currency, customer, description, metadata, receipt_email } = intent;
  return {
    id,
    object: 'charge',
    created: toUnixSeconds(now),
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    captured: true,
    refunded: false,
    disputed: false,
    currency,
    customer,
    description,
    metadata,
    paid: false,
    status: 'pending',
    failure_code: null,
    failure_message: null,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: method.card },
    billing_details: method.billing_details,
    receipt_email,
    receipt_number: documentNumber(id),
    receipt_url: new URL(`/sandbox/receipts/${id}`, receiptBase).href,
    balance_transaction: null,
  };
}

export function documentNumber(id: string): string {
  return id.slice(-8).toUpperCase();
}
