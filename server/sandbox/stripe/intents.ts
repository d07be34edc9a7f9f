import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import { PRICE_MAX_CENTS } from '../../../src/contract/constants.ts';
import { formatCents } from '../../../src/contract/money.ts';
import { minimumOf } from '../../config/business.ts';
import { type Attempt, chargeIntent, failIntent, type Intent } from './charges.ts';
import {
  type Context,
  cardDeclined,
  invalidParameter,
  missingParameter,
  type Reader,
  SandboxError,
} from './context.ts';
import { createObject, loadObject, lockObject, newId, type Stored, updateObject } from './objects.ts';
import { keep } from './parameters.ts';
import { attachCard, loadUsableMethod } from './payment-methods.ts';
import { findDecline, outcomeAfterAuthentication, type PaymentError } from './test-cards.ts';

/** Payment intents charge a card, setup intents save one. */
export type IntentName = 'payment_intent' | 'setup_intent';
type PaymentMethod = Stored<'payment_method'>;

const OPEN: readonly string[] = ['requires_payment_method', 'requires_confirmation', 'requires_action'];
export type IntentConfirmation = Stripe.PaymentIntentConfirmParams | Stripe.SetupIntentConfirmParams;
/** What an intent retains of the parameters of its creation. */
export const INTENT_FIELDS = ['customer', 'description', 'metadata', 'receipt_email', 'setup_future_usage'];

/** The customer is not there to answer the bank's question. */
const AUTHENTICATION_REQUIRED: PaymentError = {
  type: 'card_error',
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

export async function createPaymentIntent(tx: Context, input: Stripe.PaymentIntentCreateParams) {
  const currency = requireAmount(input.amount, input.currency, 'amount');
  const fields = { ...keep(INTENT_FIELDS, input), amount: input.amount, currency };
  return createIntent(tx, 'payment_intent', input, fields);
}

export async function createSetupIntent(tx: Context, input: Stripe.SetupIntentCreateParams) {
  const fields = { usage: 'off_session', ...keep([...INTENT_FIELDS, 'usage'], input) };
  return createIntent(tx, 'setup_intent', input, fields);
}

async function createIntent(
  tx: Context,
  name: IntentName,
  input: Stripe.PaymentIntentCreateParams | Stripe.SetupIntentCreateParams,
  fields: object,
): Promise<Intent | SandboxError> {
  const { customer = null, payment_method, confirm } = input;
  if (customer !== null) await loadObject(tx, 'customer', customer);
  const method =
    payment_method === undefined ? undefined : await loadUsableMethod(tx, payment_method, customer);
  const id = newId(name);
  // A browser that knows the secret may read and confirm the intent.
  const client_secret = `${id}_secret_${randomBytes(24).toString('hex')}`;
  const status = method === undefined ? 'requires_payment_method' : 'requires_confirmation';
  const state = { status, payment_method: method?.id ?? null } as const;
  const intent = await createObject(tx, name, { ...fields, id, client_secret, ...state }, `${name}.created`);
  return confirm ? confirmIntent(tx, name, id, input) : intent;
}

/** The amount of a payment intent can change until it is paid. */
export async function checkIntentUpdate(
  _tx: Context,
  intent: Stored<'payment_intent'>,
  { amount }: Stripe.PaymentIntentUpdateParams,
): Promise<undefined> {
  if (amount === undefined) return;
  requireOpen(intent, 'update');
  requireAmount(amount, intent.currency, 'amount');
}

export async function cancelIntent(
  tx: Context,
  name: IntentName,
  id: string,
  input: Stripe.PaymentIntentCancelParams,
): Promise<Intent> {
  const intent = await lockObject(tx, name, id);
  requireOpen(intent, 'cancel');
  const reason = keep(['cancellation_reason'], input);
  return updateObject(tx, intent, { ...reason, status: 'canceled', next_action: null }, `${name}.canceled`);
}

function requireOpen(intent: Intent, action: string): void {
  const { object, status } = intent;
  if (OPEN.includes(status)) return;
  const name = object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent';
  throw new SandboxError(400, {
    type: 'invalid_request_error',
    code: `${object}_unexpected_state`,
    message: `You cannot ${action} this ${name} because it has a status of ${status}.`,
    [object]: intent,
  });
}

/**
 * Confirms an intent with the given card, or with the one it has. The row is locked, so that an intent is charged once.
 * Returns an error with the intent if the bank declines the card, because the intent has changed all the same.
 */
export async function confirmIntent(
  tx: Context,
  name: IntentName,
  id: string,
  input: IntentConfirmation,
): Promise<Intent | SandboxError> {
  const open = await lockObject(tx, name, id);
  requireOpen(open, 'confirm');
  const wanted = input.payment_method ?? open.payment_method;
  if (wanted === null) throw missingParameter('payment_method');
  const method = await loadUsableMethod(tx, wanted, open.customer);
  const isOffSession = 'off_session' in input && Boolean(input.off_session);
  const { intent, error } = await attemptIntent(tx, open, method, isOffSession);
  return error === undefined ? intent : cardDeclined(error, { [name]: intent });
}

/** Charges or saves a card, unless the bank asks for 3-D Secure first. */
export async function attemptIntent(
  tx: Context,
  intent: Intent,
  method: PaymentMethod,
  isOffSession = false,
): Promise<Attempt> {
  const { sandbox_outcome: outcome } = method;
  if (!outcome.startsWith('authenticate')) return finishIntent(tx, intent, method, outcome);
  if (isOffSession) return failIntent(tx, intent, method, AUTHENTICATION_REQUIRED);
  // The step that Stripe.js carries out in the browser. Its content is private to Stripe.
  const next_action = { type: 'use_stripe_sdk', use_stripe_sdk: { stripe_js: 'sandbox' } };
  const asks = { payment_method: method.id, status: 'requires_action', next_action } as const;
  return { intent: await updateObject(tx, intent, asks, `${intent.object}.requires_action`) };
}

/** Applies the answer of the customer to the bank's question. Returns undefined if there is no question. */
export async function authenticateIntent(
  tx: Context,
  name: IntentName,
  id: string,
  isAuthentic: boolean,
): Promise<Attempt | undefined> {
  const intent = await lockObject(tx, name, id);
  if (intent.status !== 'requires_action' || intent.payment_method === null) return undefined;
  const method = await lockObject(tx, 'payment_method', intent.payment_method);
  if (isAuthentic) {
    return finishIntent(tx, intent, method, outcomeAfterAuthentication(method.sandbox_outcome));
  }
  return failIntent(tx, intent, method, {
    type: 'card_error',
    code: `${name}_authentication_failure`,
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  });
}

async function finishIntent(tx: Context, intent: Intent, method: PaymentMethod, outcome: string) {
  if (intent.object === 'payment_intent') return chargeIntent(tx, intent, method, outcome);
  const error = findDecline(outcome, 'attach');
  if (error !== undefined) return failIntent(tx, intent, method, error);
  // A card that was authenticated when it was saved does not ask again if it asks only once.
  const sandbox_outcome = method.sandbox_outcome === 'authenticate_once' ? 'approve' : method.sandbox_outcome;
  const verified = await updateObject(tx, method, { sandbox_outcome });
  const changes = {
    payment_method: method.id,
    status: 'succeeded',
    next_action: null,
    last_setup_error: null,
  } as const;
  const succeeded = await updateObject(tx, intent, changes, 'setup_intent.succeeded');
  await attachCard(tx, verified, intent.customer);
  return { intent: succeeded };
}

/** @throws SandboxError if this is not the client secret of the intent */
export async function loadIntentBySecret(reader: Reader, id: string, secret: string) {
  const intent = await loadObject(reader, id.startsWith('seti_') ? 'setup_intent' : 'payment_intent', id);
  if (intent.client_secret === secret) return intent;
  throw invalidParameter('The client_secret provided does not match this object.', 'client_secret');
}

/**
 * Returns the currency in lower case.
 * @throws SandboxError 400 if Stripe would not collect this amount
 */
export function requireAmount(amount: number, currency: string, param: string): string {
  if (!/^[a-z]{3}$/i.test(currency)) throw invalidParameter(`Invalid currency: ${currency}`, 'currency');
  const minimum = minimumOf(currency);
  if (amount < minimum) {
    const message = `Amount must be at least ${formatCents(minimum, currency)} ${currency}`;
    throw invalidParameter(message, param, 'amount_too_small');
  }
  if (!Number.isInteger(amount) || amount > PRICE_MAX_CENTS)
    throw invalidParameter(`Invalid integer: ${amount}`, param);
  return currency.toLowerCase();
}
