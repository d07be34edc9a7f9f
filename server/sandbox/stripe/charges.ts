import { bookMovement } from './balance.ts';
import { type Context, toUnixSeconds } from './context.ts';
import { disputeCharge, warnOfFraud } from './disputes.ts';
import { createObject, loadObject, lockObject, type Stored, updateObject } from './objects.ts';
import { attachCard } from './payment-methods.ts';
import { delayedResult, findDecline, type PaymentError } from './test-cards.ts';

export type Intent = Stored<'payment_intent'> | Stored<'setup_intent'>;
type PaymentIntent = Stored<'payment_intent'>;
type PaymentMethod = Stored<'payment_method'>;

/** The state of an intent after an attempt. The error says why the bank declined the card. */
export type Attempt = { intent: Intent; error?: PaymentError };

/** So long a delayed payment is processing. A real bank debit takes days. */
const PROCESSING_S = 10;
const DEBIT_FAILED: PaymentError = {
  type: 'card_error',
  code: 'payment_intent_payment_attempt_failed',
  message: 'The bank could not collect the money.',
};

/** Charges a card for an intent, whose row must be locked. */
export async function chargeIntent(
  tx: Context,
  intent: PaymentIntent,
  method: PaymentMethod,
  outcome: string,
): Promise<Attempt> {
  const { amount, currency, customer, description, metadata, receipt_email } = intent;
  const { brand, last4, exp_month, exp_year, country, funding } = method.card ?? {};
  const charge = await createObject(tx, 'charge', {
    amount,
    amount_captured: amount,
    captured: true,
    currency,
    customer,
    description,
    metadata,
    receipt_email,
    status: 'pending',
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: { brand, last4, exp_month, exp_year, country, funding } },
    billing_details: method.billing_details,
  });
  const attempted = await updateObject(tx, intent, {
    payment_method: method.id,
    next_action: null,
    latest_charge: charge.id,
  });
  const becomes = delayedResult(outcome);
  if (becomes === undefined) {
    return decideCharge(tx, attempted, charge, method, findDecline(outcome, 'charge'));
  }
  const sandbox_after = toUnixSeconds(tx.now) + PROCESSING_S;
  const processing = { status: 'processing', sandbox_becomes: becomes, sandbox_after } as const;
  return { intent: await updateObject(tx, attempted, processing, 'payment_intent.processing') };
}

/** Decides a delayed payment. Returns undefined if it is decided already. */
export async function decideDelayedPayment(tx: Context, id: string): Promise<Attempt | undefined> {
  const intent = await lockObject(tx, 'payment_intent', id);
  if (intent.sandbox_becomes == null) return undefined;
  const charge = await lockObject(tx, 'charge', intent.latest_charge ?? '');
  const method = await loadObject(tx, 'payment_method', charge.payment_method ?? '');
  const error = intent.sandbox_becomes === 'failed' ? DEBIT_FAILED : undefined;
  return decideCharge(tx, { ...intent, sandbox_becomes: null }, charge, method, error);
}

/** After a charge the card is saved if the payment asks for it, and the dispute or warning of its test card follows. */
async function decideCharge(
  tx: Context,
  intent: PaymentIntent,
  charge: Stored<'charge'>,
  method: PaymentMethod,
  error: PaymentError | undefined,
): Promise<Attempt> {
  const { id: source, amount, currency } = charge;
  if (error !== undefined) {
    const failure = { failure_code: error.code, failure_message: error.message };
    const failed = { ...failure, status: 'failed', captured: false, amount_captured: 0 } as const;
    await updateObject(tx, charge, failed, 'charge.failed');
    return failIntent(tx, intent, method, error);
  }
  const booked = await bookMovement(tx, 'charge', { amount, currency, source });
  const settled = { paid: true, status: 'succeeded', balance_transaction: booked.id } as const;
  const paid = await updateObject(tx, charge, settled, 'charge.succeeded');
  const done = { status: 'succeeded', amount_received: amount, last_payment_error: null } as const;
  const succeeded = await updateObject(tx, intent, done, 'payment_intent.succeeded');
  if (intent.setup_future_usage !== null) await attachCard(tx, method, intent.customer);
  await disputeCharge(tx, paid, method.sandbox_outcome);
  await warnOfFraud(tx, paid, method.sandbox_outcome);
  return { intent: succeeded };
}

/** Records a failed attempt. The intent can then be confirmed with another card. */
export async function failIntent(tx: Context, intent: Intent, method: PaymentMethod, error: PaymentError) {
  const last = { ...error, payment_method: method };
  const reset = { status: 'requires_payment_method', payment_method: null, next_action: null } as const;
  const failed =
    intent.object === 'payment_intent'
      ? await updateObject(
          tx,
          intent,
          { ...reset, last_payment_error: last },
          'payment_intent.payment_failed',
        )
      : await updateObject(tx, intent, { ...reset, last_setup_error: last }, 'setup_intent.setup_failed');
  return { intent: failed, error };
}
