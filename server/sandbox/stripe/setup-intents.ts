import type * as v from 'valibot';
import { toUnixSeconds } from './clock.ts';
import { type Context, inTransaction } from './context.ts';
import { emitEvent } from './events.ts';
import { newClientSecret, newId } from './ids.ts';
import { type Attempt, failIntent, initialState } from './intents.ts';
import { updateMetadata } from './metadata.ts';
import type { PaymentMethod, SetupIntent } from './object-schemas.ts';
import type { SetupIntentParameters } from './parameter-schemas.ts';
import { findDecline, loadUsableMethod } from './payment-methods.ts';
import { loadObject, saveObject } from './queries/objects.ts';
import { outcomeAfterSetup } from './test-cards.ts';

type SetupInput = v.InferOutput<typeof SetupIntentParameters>;

export async function createSetupIntent(
  context: Context,
  { customer, payment_method, description, metadata, usage }: SetupInput,
): Promise<SetupIntent> {
  if (customer !== null) await loadObject(context, 'customer', customer);
  return inTransaction(context, async (tx) => {
    const method = payment_method === null ? undefined : await loadUsableMethod(tx, payment_method, customer);
    const id = newId('setup_intent');
    const intent = await saveObject<SetupIntent>(tx, {
      id,
      object: 'setup_intent',
      created: toUnixSeconds(tx.now),
      client_secret: newClientSecret(id),
      customer,
      description,
      metadata: updateMetadata({}, metadata),
      usage,
      last_setup_error: null,
      ...initialState(method),
    });
    await emitEvent(tx, 'setup_intent.created', intent);
    return intent;
  });
}

/** The bank verifies the card, which is then saved with the customer. */
export async function saveSetupCard(
  tx: Context,
  intent: SetupIntent,
  method: PaymentMethod,
  outcome: string,
): Promise<Attempt> {
  const error = findDecline(outcome, 'attach');
  if (error !== undefined) return failIntent(tx, intent, method, error);
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
  await emitEvent(tx, 'setup_intent.succeeded', succeeded);
  if (isNew) await emitEvent(tx, 'payment_method.attached', saved);
  return { intent: succeeded };
}
