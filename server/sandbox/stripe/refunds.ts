import type Stripe from 'stripe';
import { bookMovement } from './balance.ts';
import { type Context, invalidParameter } from './context.ts';
import { requireRefundable, resolveWarnings } from './disputes.ts';
import {
  createObject,
  loadObject,
  lockObject,
  newId,
  recordEvent,
  type Stored,
  updateObject,
} from './objects.ts';
import { keep } from './parameters.ts';

/** The first and the final status of a refund to this test card. */
const COURSES = new Map([
  ['refund_pending', { status: 'pending', sandbox_becomes: 'succeeded' as const }],
  ['refund_fails', { status: 'succeeded', sandbox_becomes: 'failed' as const }],
]);

/** Refunds a charge: the given amount or all of it, and never more than was paid. */
export async function createRefund(tx: Context, input: Stripe.RefundCreateParams): Promise<Stored<'refund'>> {
  const intentId =
    input.payment_intent ?? (await loadObject(tx, 'charge', input.charge ?? '')).payment_intent;
  const intent = await lockObject(tx, 'payment_intent', intentId ?? '');
  if (intent.status !== 'succeeded') {
    const message = 'This PaymentIntent does not have a successful charge to refund.';
    throw invalidParameter(message, 'payment_intent');
  }
  const charge = await lockObject(tx, 'charge', intent.latest_charge ?? '');
  const left = charge.amount - charge.amount_refunded;
  const amount = input.amount ?? left;
  if (left === 0) {
    const message = `Charge ${charge.id} has already been refunded.`;
    throw invalidParameter(message, 'charge', 'charge_already_refunded');
  }
  await requireRefundable(tx, charge);
  if (amount < 1 || amount > left || !Number.isInteger(amount)) {
    throw invalidParameter('Refund amount is greater than unrefunded amount on charge', 'amount');
  }
  const method = await loadObject(tx, 'payment_method', charge.payment_method ?? '');
  const [id, { currency }] = [newId('refund'), charge];
  const booked = await bookMovement(tx, 'refund', { amount: -amount, currency, source: id });
  const fields = {
    ...keep(['reason', 'metadata'], input),
    id,
    amount,
    currency,
    balance_transaction: booked.id,
    charge: charge.id,
    payment_intent: intent.id,
    ...(COURSES.get(method.sandbox_outcome) ?? { status: 'succeeded' }),
  };
  const refund = await createObject(tx, 'refund', fields, 'refund.created');
  await recordEvent(tx, 'charge.refunded', await changeRefunded(tx, charge, amount));
  if (amount === left) await resolveWarnings(tx, charge);
  return refund;
}

/** Sets a refund to the final status that its test card defines. */
export async function finishRefund(tx: Context, id: string): Promise<void> {
  const refund = await lockObject(tx, 'refund', id);
  const { amount, currency, sandbox_becomes: status } = refund;
  if (status == null) return;
  const decided = { status, sandbox_becomes: null };
  if (status === 'succeeded') {
    await updateObject(tx, refund, decided, 'refund.updated');
    return;
  }
  const booked = await bookMovement(tx, 'refund_failure', { amount, currency, source: id });
  const failure = { failure_reason: 'expired_or_canceled_card', failure_balance_transaction: booked.id };
  const failed = await updateObject(tx, refund, { ...decided, ...failure }, 'refund.updated');
  await changeRefunded(tx, await lockObject(tx, 'charge', refund.charge ?? ''), -amount);
  await recordEvent(tx, 'refund.failed', failed);
}

function changeRefunded(tx: Context, charge: Stored<'charge'>, by: number): Promise<Stored<'charge'>> {
  const amount_refunded = charge.amount_refunded + by;
  return updateObject(tx, charge, { amount_refunded, refunded: amount_refunded === charge.amount });
}
