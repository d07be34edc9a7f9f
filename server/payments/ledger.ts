import type { Db } from '../db/database.ts';
import { insertEntries } from '../queries/payment-ledger.ts';
import type { PaymentRow } from '../queries/payments.ts';
import type { Movement, ProviderPayment, ProviderRefund } from './provider-payment.ts';

/** Adds what moved at the provider and is not in the ledger yet. May be called any number of times. */
export async function recordMovements(
  db: Db,
  payment: Pick<PaymentRow, 'id'>,
  { movements, refunds }: ProviderPayment,
): Promise<void> {
  await insertEntries(db, payment.id, [...movements, ...(refunds ?? []).flatMap(refundMovements)]);
}

/** A refund leaves the account when it is made. If it fails, the money comes back. */
export function refundMovements({ id, amountCents, state, created }: ProviderRefund): Movement[] {
  const sent: Movement = { kind: 'refund', amountCents: -amountCents, sourceId: id, time: created };
  return state === 'failed' ? [sent, { ...sent, kind: 'refund_failed', amountCents }] : [sent];
}
