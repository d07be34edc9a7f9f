import type Stripe from 'stripe';
import { listKnownTransactions, type NewEntry } from '../queries/payment-ledger.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { toLogFields } from './provider.ts';
import type { Movement } from './provider-payment.ts';

/** The entries that the ledger lacks, and whether it is complete with them. */
export type LedgerUpdate = { entries: NewEntry[]; isComplete: boolean };

/**
 * Reads the balance transactions of movements of money that are not in the ledger yet. It never throws: a payment must
 * not wait for its bookkeeping, and the reconciler reads the ledger of this payment again.
 */
export async function readLedgerUpdate(
  { db, log, provider }: PaymentDependencies,
  movements: readonly Movement[],
  options: Stripe.RequestOptions,
): Promise<LedgerUpdate> {
  const booked = movements.flatMap(({ booked, ...movement }) =>
    booked === null ? [] : [{ ...movement, booked, id: typeof booked === 'string' ? booked : booked.id }],
  );
  const ids = booked.map(({ id }) => id);
  const known = await listKnownTransactions(db, ids);
  const update: LedgerUpdate = { entries: [], isComplete: booked.length === movements.length };
  for (const { id, booked: transaction, ...movement } of booked) {
    if (known.has(id)) continue;
    try {
      const found =
        typeof transaction === 'string'
          ? await provider.stripe.balanceTransactions.retrieve(id, {}, options)
          : transaction;
      update.entries.push(toEntry(movement, found));
    } catch (error) {
      update.isComplete = false;
      log.warn({ ...toLogFields(error), transaction: id }, 'balance transaction not read');
    }
  }
  return update;
}

/** `created` is when the provider booked the movement, and decides on which day it is reported. */
function toEntry(
  { kind, sourceId, amountCents }: Omit<Movement, 'booked'>,
  { id, created, amount, currency, fee }: Stripe.BalanceTransaction,
): NewEntry {
  return {
    kind,
    sourceId,
    amountCents,
    balanceTransaction: id,
    settledCents: amount,
    settledCurrency: currency.toUpperCase(),
    feeCents: fee,
    time: new Date(created * 1000),
  };
}
