import { followCharge } from './charge-consequences.ts';
import { type Context, inTransaction } from './context.ts';
import {
  type Attempt,
  askForAuthentication,
  authenticationFailed,
  failIntent,
  type IntentName,
  lockOpenIntent,
} from './intents.ts';
import type { PaymentIntent, PaymentMethod, SetupIntent } from './object-schemas.ts';
import { chargeIntent } from './payment-intents.ts';
import { loadUsableMethod } from './payment-methods.ts';
import { loadObject } from './queries/objects.ts';
import { saveSetupCard } from './setup-intents.ts';
import { cardDeclined, missingParameter } from './stripe-error.ts';
import { asksForAuthentication, outcomeAfterAuthentication } from './test-cards.ts';

type Confirmation = { payment_method: string | null; off_session: boolean };
/** Receipts of payments are at the origin `receiptBase`. */
type Options = { receiptBase: string };

/** The customer is not there to answer the bank's question. */
const AUTHENTICATION_REQUIRED = {
  type: 'card_error' as const,
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

/**
 * Confirms an intent with the given card, or with the one it has: charges the card, or saves it with the customer.
 * @throws SandboxError 402 with the intent if the bank declines the card
 */
export async function confirmIntent(
  context: Context & Options,
  name: IntentName,
  id: string,
  { payment_method: given, off_session }: Confirmation,
): Promise<PaymentIntent | SetupIntent> {
  const { intent, error } = await inTransaction(context, async (tx): Promise<Attempt> => {
    const open = await lockOpenIntent(tx, name, id, 'confirm');
    const wanted = given ?? open.payment_method;
    if (wanted === null) throw missingParameter('payment_method');
    const method = await loadUsableMethod(tx, wanted, open.customer);
    const attempt = await attemptIntent(tx, open, method, { ...context, off_session });
    await followCharge(tx, attempt, method);
    return attempt;
  });
  if (error !== undefined) throw cardDeclined(error, { [name]: intent });
  return intent;
}

/** Applies the answer of the customer to the bank's question. */
export function authenticateIntent(
  context: Context & Options,
  name: IntentName,
  id: string,
  isAuthentic: boolean,
): Promise<void> {
  return inTransaction(context, async (tx) => {
    const intent = await loadObject(tx, name, id, { lock: true });
    if (intent.status !== 'requires_action' || intent.payment_method === null) return;
    const method = await loadObject(tx, 'payment_method', intent.payment_method, { lock: true });
    await followCharge(tx, await answerQuestion(tx, intent, method, isAuthentic, context), method);
  });
}

/** Charges or saves a card, unless the bank asks for 3-D Secure first. */
export async function attemptIntent(
  tx: Context,
  intent: PaymentIntent | SetupIntent,
  method: PaymentMethod,
  { off_session, receiptBase }: Options & Pick<Confirmation, 'off_session'>,
): Promise<Attempt> {
  const { sandbox_outcome: outcome } = method;
  if (!asksForAuthentication(outcome)) return finishIntent(tx, intent, method, outcome, { receiptBase });
  return off_session
    ? failIntent(tx, intent, method, AUTHENTICATION_REQUIRED)
    : askForAuthentication(tx, intent, method);
}

export async function answerQuestion(
  tx: Context,
  intent: PaymentIntent | SetupIntent,
  method: PaymentMethod,
  isAuthentic: boolean,
  options: Options,
): Promise<Attempt> {
  return isAuthentic
    ? finishIntent(tx, intent, method, outcomeAfterAuthentication(method.sandbox_outcome), options)
    : failIntent(tx, intent, method, authenticationFailed(intent.object));
}

async function finishIntent(
  tx: Context,
  intent: PaymentIntent | SetupIntent,
  method: PaymentMethod,
  outcome: string,
  { receiptBase }: Options,
): Promise<Attempt> {
  return intent.object === 'setup_intent'
    ? saveSetupCard(tx, intent, method, outcome)
    : chargeIntent(tx, intent, method, { outcome, receiptBase });
}
