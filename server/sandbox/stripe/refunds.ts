import { bookMovement } from './balance.ts';
import { toUnixSeconds } from './clock.ts';
import { type Context, inTransaction } from './context.ts';
import { requireRefundable, resolveWarnings } from './disputes.ts';
import { emitEvent } from './events.ts';
import { newId } from './ids.ts';
import { updateMetadata } from './metadata.ts';
import type { Charge, Refund } from './object-schemas.ts';
import { loadObject, saveObject } from './queries/objects.ts';
import { invalidParameter } from './stripe-error.ts';

type NewRefund = {
  payment_intent?: string;
  charge?: string;
  amount?: number;
  reason: string | null;
  metadata: Record<string, string> | '';
};

/** The first and the final status of a refund to this test card. */
const COURSES = new Map<string, Pick<Refund, 'status' | 'sandbox_becomes'>>([
  ['refund_pending', { status: 'pending', sandbox_becomes: 'succeeded' }],
  ['refund_fails', { status: 'succeeded', sandbox_becomes: 'failed' }],
]);

/** Refunds a charge: the given amount or all of it, and never more than was paid. */
export async function createRefund(context: Context, input: NewRefund): Promise<Refund> {
  return inTransaction(context, async (tx) => {
    const intentId =
      input.payment_intent ?? (await loadObject(tx, 'charge', input.charge ?? '')).payment_intent;
    const intent = await loadObject(tx, 'payment_intent', intentId, { lock: true });
    if (intent.status !== 'succeeded' || intent.latest_charge === null) {
      throw invalidParameter(
        'This PaymentIntent does not have a successful charge to refund.',
        'payment_intent',
      );
    }
    const charge = await loadObject(tx, 'charge', intent.latest_charge, { lock: true });
    const left = charge.amount - charge.amount_refunded;
    const amount = input.amount ?? left;
    if (left === 0) {
      const message = `Charge ${charge.id} has already been refunded.`;
      throw invalidParameter(message, 'charge', 'charge_already_refunded');
    }
    await requireRefundable(tx, charge);
    if (amount < 1 || amount > left) {
      throw invalidParameter('Refund amount is greater than unrefunded amount on charge', 'amount');
    }
    const { sandbox_outcome } = await loadObject(tx, 'payment_method', charge.payment_method);
    const id = newId('refund');
    const { currency } = charge;
    const booked = await bookMovement(tx, 'refund', { amount: -amount, currency, source: id });
    const refund = await saveObject(tx, {
      id,
      object: 'refund' as const,
      created: toUnixSeconds(tx.now),
      amount,
      currency,
      balance_transaction: booked.id,
      charge: charge.id,
      payment_intent: intent.id,
      reason: input.reason,
      metadata: updateMetadata({}, input.metadata),
      ...(COURSES.get(sandbox_outcome) ?? { status: 'succeeded' as const }),
    });
    await emitEvent(tx, 'refund.created', refund);
    await emitEvent(tx, 'charge.refunded', await changeRefunded(tx, charge, amount));
    if (amount === left) await resolveWarnings(tx, charge);
    return refund;
  });
}

/** Sets a refund to the final status that its test card defines. */
export function finishRefund(context: Context, id: string): Promise<void> {
  return inTransaction(context, async (tx) => {
    const { sandbox_becomes: status, ...refund } = await loadObject(tx, 'refund', id, { lock: true });
    if (status === undefined) return;
    const { amount, currency } = refund;
    if (status === 'succeeded') {
      await emitEvent(tx, 'refund.updated', await saveObject(tx, { ...refund, status }));
      return;
    }
    const booked = await bookMovement(tx, 'refund_failure', { amount, currency, source: id });
    const failed = await saveObject(tx, {
      ...refund,
      status,
      failure_reason: 'expired_or_canceled_card',
      failure_balance_transaction: booked.id,
    });
    await emitEvent(tx, 'refund.updated', failed);
    await changeRefunded(tx, await loadObject(tx, 'charge', refund.charge, { lock: true }), -amount);
    await emitEvent(tx, 'refund.failed', failed);
  });
}

function changeRefunded(context: Context, charge: Charge, by: number): Promise<Charge> {
  const amount_refunded = charge.amount_refunded + by;
  return saveObject(context, { ...charge, amount_refunded, refunded: amount_refunded === charge.amount });
}

/** As at Stripe, only the metadata of a refund can change. */
export function updateRefund(
  context: Context,
  id: string,
  { metadata }: { metadata: Record<string, string> | '' },
): Promise<Refund> {
  return inTransaction(context, async (tx) => {
    const refund = await loadObject(tx, 'refund', id, { lock: true });
    return saveObject(tx, { ...refund, metadata: updateMetadata(refund.metadata, metadata) });
  });
}
