import type * as v from 'valibot';
import type { Db } from '../../db/database.ts';
import { emitEvent, toUnixSeconds } from './events.ts';
import { newClientSecret, newId } from './ids.ts';
import { AUTHENTICATE, AUTHENTICATION_FAILED } from './intent-charging.ts';
import type { PaymentError, PaymentMethod, SetupIntent } from './object-schemas.ts';
import type { SetupIntentParameters } from './parameters.ts';
import { loadUsableMethod } from './payment-intents.ts';
import { findDecline } from './payment-methods.ts';
import { loadObject, saveObject } from './queries/objects.ts';
import { cardDeclined, invalidParameter, unexpectedState } from './stripe-error.ts';
import { asksForAuthentication, outcomeAfterAuthentication, outcomeAfterSetup } from './test-cards.ts';

type SetupInput = v.InferOutput<typeof SetupIntentParameters>;

const CONFIRMABLE: readonly string[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];

export async function createSetupIntent(db: Db, now: Date, input: SetupInput): Promise<SetupIntent> {
  if (input.customer !== null) await loadObject(db, 'customer', input.customer);
  return db.transaction(async (tx) => {
    const method =
      input.payment_method === null
        ? undefined
        : await loadUsableMethod(tx, now, input.payment_method, input.customer);
    const id = newId('setup_intent');
    const intent = await saveObject(tx, {
      id,
      object: 'setup_intent' as const,
      created: toUnixSeconds(now),
      livemode: false as const,
      client_secret: newClientSecret(id),
      customer: input.customer,
      description: input.description,
      metadata: input.metadata,
      payment_method_types: ['card'],
      usage: input.usage,
      status:
        method === undefined ? ('requires_payment_method' as const) : ('requires_confirmation' as const),
      payment_method: method?.id ?? null,
      next_action: null,
      last_setup_error: null,
      cancellation_reason: null,
    });
    await emitEvent(tx, now, 'setup_intent.created', intent);
    return intent;
  });
}

type SetupResult = { intent: SetupIntent; error?: PaymentError };

/**
 * Confirms an intent: the bank verifies the card, which is then saved with the customer.
 * @throws SandboxError 402 with the intent if the bank declines the card
 */
export async function confirmSetupIntent(
  db: Db,
  now: Date,
  id: string,
  paymentMethod: string | null,
): Promise<SetupIntent> {
  const { intent, error } = await db.transaction(async (tx): Promise<SetupResult> => {
    const found = await loadObject(tx, 'setup_intent', id, { lock: true });
    if (!CONFIRMABLE.includes(found.status)) throw unexpectedState('setup_intent', found.status, 'confirm');
    const wanted = paymentMethod ?? found.payment_method;
    if (wanted === null) {
      throw invalidParameter(
        'You cannot confirm this SetupIntent because it is missing a payment method.',
        'payment_method',
      );
    }
    const method = await loadUsableMethod(tx, now, wanted, found.customer);
    if (!asksForAuthentication(method.sandbox_outcome)) return saveCard(tx, now, found, method);
    const waiting = await saveObject(tx, {
      ...found,
      payment_method: method.id,
      status: 'requires_action' as const,
      next_action: AUTHENTICATE,
    });
    await emitEvent(tx, now, 'setup_intent.requires_action', waiting);
    return { intent: waiting };
  });
  if (error !== undefined) throw cardDeclined(error, { setup_intent: intent });
  return intent;
}

/** Applies the answer of the customer to the bank's question. */
export function authenticateSetupIntent(db: Db, now: Date, id: string, isAuthentic: boolean): Promise<void> {
  return db.transaction(async (tx) => {
    const intent = await loadObject(tx, 'setup_intent', id, { lock: true });
    if (intent.status !== 'requires_action' || intent.payment_method === null) return;
    const method = await loadObject(tx, 'payment_method', intent.payment_method, { lock: true });
    if (!isAuthentic) {
      const error = { ...AUTHENTICATION_FAILED, code: 'setup_intent_authentication_failure' };
      await failSetup(tx, now, intent, method, error);
      return;
    }
    await saveCard(tx, now, intent, method, outcomeAfterAuthentication(method.sandbox_outcome));
  });
}

export function cancelSetupIntent(
  db: Db,
  now: Date,
  id: string,
  reason: string | null,
): Promise<SetupIntent> {
  return db.transaction(async (tx) => {
    const intent = await loadObject(tx, 'setup_intent', id, { lock: true });
    if (!CONFIRMABLE.includes(intent.status)) throw unexpectedState('setup_intent', intent.status, 'cancel');
    const canceled = await saveObject(tx, {
      ...intent,
      status: 'canceled' as const,
      cancellation_reason: reason,
      next_action: null,
    });
    await emitEvent(tx, now, 'setup_intent.canceled', canceled);
    return canceled;
  });
}

async function saveCard(
  tx: Db,
  now: Date,
  intent: SetupIntent,
  method: PaymentMethod,
  outcome: string = method.sandbox_outcome,
): Promise<SetupResult> {
  const error = findDecline({ ...method, sandbox_outcome: outcome }, 'attach');
  if (error !== undefined) return { intent: await failSetup(tx, now, intent, method, error), error };
  const isNew = method.customer === null && intent.customer !== null;
  const saved = await saveObject(tx, {
    ...method,
    customer: method.customer ?? intent.customer,
    sandbox_outcome: outcomeAfterSetup(method.sandbox_outcome),
  });
  const succeeded = await saveObject(tx, {
    ...intent,
    payment_method: method.id,
    status: 'succeeded' as const,
    next_action: null,
    last_setup_error: null,
  });
  await emitEvent(tx, now, 'setup_intent.succeeded', succeeded);
  if (isNew) await emitEvent(tx, now, 'payment_method.attached', saved);
  return { intent: succeeded };
}

async function failSetup(
  tx: Db,
  now: Date,
  intent: SetupIntent,
  method: PaymentMethod,
  error: PaymentError,
): Promise<SetupIntent> {
  const failed = await saveObject(tx, {
    ...intent,
    status: 'requires_payment_method' as const,
    payment_method: null,
    next_action: null,
    last_setup_error: { ...error, payment_method: method },
  });
  await emitEvent(tx, now, 'setup_intent.setup_failed', failed);
  return failed;
}
