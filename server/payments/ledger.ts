import type { Db } from '../db/database.ts';
import { insertEntries } from '../queries/payment-ledger.ts';
import type { PaymentRow } from '../queries/payments.ts';
import type { Movement, ProviderPayment, ProviderRefund } from './provider-payment.ts';

/** Adds the money movements that are not in the ledger yet. It may be called any number of times. */
export async function recordMovements(
  db: Db,
  payment: Pick<PaymentRow, 'id'>,
  { movements, refunds }: ProviderPayment,
): Promise<void> {
  await insertEntries(db, payment.id, [...movements, ...(refunds ?? []).flatMap(refundMovements)]);
}

/** A refund is booked when it is created. If it fails, the money is booked back. */
export function refundMovements(refund: ProviderRefund): Movement[] {
  const { id, amountCents, state, created, balanceTransaction, failureBalanceTransaction } = refund;
  const sent: Movement = {
    kind: 'refund',
    amountCents: -amountCents,
    sourceId: id,
    time: created,
    balanceTransaction,
  };
  const returned = { kind: 'refund_failed' as const, balanceTransaction: failureBalanceTransaction };
  return state === 'failed' ? [sent, { ...sent, amountCents, ...returned }] : [sent];
}
