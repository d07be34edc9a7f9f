import { type Context, inTransaction } from './context.ts';
import { emitEvent } from './events.ts';
import type { Charge, PaymentError, PaymentIntent, PaymentMethod, SetupIntent } from './object-schemas.ts';
import { loadObject, type ObjectOf, saveObject } from './queries/objects.ts';
import { unexpectedState } from './stripe-error.ts';

/** What payment intents and setup intents have in common. */
export type IntentName = 'payment_intent' | 'setup_intent';

/** The state of an intent after an attempt. The error says why the bank declined the card. */
export type Attempt = { intent: PaymentIntent | SetupIntent; charge?: Charge; error?: PaymentError };

const OPEN: readonly string[] = ['requires_payment_method', 'requires_confirmation', 'requires_action'];
const FAILED = {
  payment_intent: 'payment_intent.payment_failed',
  setup_intent: 'setup_intent.setup_failed',
} as const;

/** The step that Stripe.js carries out in the browser. Its content is private to Stripe. */
const AUTHENTICATE = {
  type: 'use_stripe_sdk' as const,
  use_stripe_sdk: { type: 'three_d_secure_redirect' as const, stripe_js: 'sandbox' },
};

export function authenticationFailed(name: IntentName): PaymentError {
  return {
    type: 'card_error',
    code: `${name}_authentication_failure`,
    decline_code: null,
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  };
}

/** The row is locked, so that an intent is charged once. */
export async function lockOpenIntent<N extends IntentName>(
  tx: Context,
  name: N,
  id: string,
  action: string,
): Promise<ObjectOf<N>> {
  const intent = await loadObject(tx, name, id, { lock: true });
  if (!OPEN.includes(intent.status)) throw unexpectedState(name, intent.status, action);
  return intent;
}

/** The fields of a new intent that depend on whether it has a card. */
export function initialState(method: PaymentMethod | undefined) {
  return {
    status: method === undefined ? ('requires_payment_method' as const) : ('requires_confirmation' as const),
    payment_method: method?.id ?? null,
    next_action: null,
    cancellation_reason: null,
  };
}

export async function askForAuthentication(
  tx: Context,
  intent: PaymentIntent | SetupIntent,
  method: PaymentMethod,
): Promise<Attempt> {
  const waiting = await saveObject(tx, {
    ...intent,
    payment_method: method.id,
    status: 'requires_action' as const,
    next_action: AUTHENTICATE,
  });
  await emitEvent(tx, `${intent.object}.requires_action`, waiting);
  return { intent: waiting };
}

/** Records a failed attempt. The intent can then be confirmed with another card. */
export async function failIntent(
  tx: Context,
  intent: PaymentIntent | SetupIntent,
  method: PaymentMethod,
  error: PaymentError,
): Promise<Attempt> {
  const last = { ...error, payment_method: method };
  const reset = { status: 'requires_payment_method' as const, payment_method: null, next_action: null };
  const failed = await saveObject(
    tx,
    intent.object === 'payment_intent'
      ? { ...intent, ...reset, last_payment_error: last }
      : { ...intent, ...reset, last_setup_error: last },
  );
  await emitEvent(tx, FAILED[intent.object], failed);
  return { intent: failed, error };
}

export function cancelIntent(context: Context, name: IntentName, id: string, reason: string | null) {
  return inTransaction(context, async (tx) => {
    const canceled = await saveObject(tx, {
      ...(await lockOpenIntent(tx, name, id, 'cancel')),
      status: 'canceled' as const,
      cancellation_reason: reason,
      next_action: null,
    });
    await emitEvent(tx, `${name}.canceled`, canceled);
    return canceled;
  });
}
