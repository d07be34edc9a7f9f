import type { Db } from '../../db/database.ts';
import { emitEvent, toUnixSeconds } from './events.ts';
import { newId } from './ids.ts';
import type { Refund } from './object-schemas.ts';
import { loadObject, saveObject } from './queries/objects.ts';
import { invalidParameter, SandboxError } from './stripe-error.ts';

type NewRefund = {
  intentId: string;
  amount: number | undefined;
  reason: string | null;
  metadata: Record<string, string>;
};

/** Gives money back, all of it unless an amount is named; never more than was paid. */
export async function createRefund(db: Db, now: Date, input: NewRefund): Promise<Refund> {
  return db.transaction(async (tx) => {
    const intent = await loadObject(tx, 'payment_intent', input.intentId, { lock: true });
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
      throw new SandboxError(400, {
        type: 'invalid_request_error',
        code: 'charge_already_refunded',
        message: `Charge ${charge.id} has already been refunded.`,
      });
    }
    if (amount < 1 || amount > left) {
      throw invalidParameter('Refund amount is greater than unrefunded amount on charge', 'amount');
    }
    const refund = await saveObject(tx, {
      id: newId('refund'),
      object: 'refund' as const,
      created: toUnixSeconds(now),
      livemode: false as const,
      amount,
      currency: charge.currency,
      charge: charge.id,
      payment_intent: intent.id,
      reason: input.reason,
      metadata: input.metadata,
      status: 'succeeded' as const,
    });
    const refunded = await saveObject(tx, {
      ...charge,
      amount_refunded: charge.amount_refunded + amount,
      refunded: amount === left,
    });
    await emitEvent(tx, now, 'charge.refunded', refunded);
    return refund;
  });
}
