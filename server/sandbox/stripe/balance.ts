import { toUnixSeconds } from './clock.ts';
import type { Context } from './context.ts';
import { newId } from './ids.ts';
import type { BalanceTransaction } from './object-schemas.ts';
import { saveObject } from './queries/objects.ts';

/** The fees of Stripe for European cards and for disputes. A refund returns no fee. */
const CARD_FEE = { percent: 1.5, fixedCents: 25 };
const DISPUTE_FEE_CENTS = 2000;

type Category = 'charge' | 'refund' | 'refund_failure' | 'dispute' | 'dispute_reversal';

/** Books a movement of money in the balance of the account. `amount` is negative for money that leaves it. */
export function bookMovement(
  context: Context,
  category: Category,
  { amount, currency, source }: Pick<BalanceTransaction, 'amount' | 'currency' | 'source'>,
): Promise<BalanceTransaction> {
  const fee = feeOf(category, amount);
  const isDispute = category === 'dispute' || category === 'dispute_reversal';
  return saveObject(context, {
    id: newId('balance_transaction'),
    object: 'balance_transaction',
    created: toUnixSeconds(context.now),
    available_on: toUnixSeconds(context.now),
    amount,
    currency,
    fee,
    fee_details:
      fee === 0 ? [] : [{ amount: fee, currency, description: 'Stripe processing fees', type: 'stripe_fee' }],
    net: amount - fee,
    reporting_category: category,
    source,
    status: 'available',
    type: isDispute ? 'adjustment' : category,
  });
}

function feeOf(category: Category, amount: number): number {
  if (category === 'charge') return Math.round((amount * CARD_FEE.percent) / 100) + CARD_FEE.fixedCents;
  return category === 'dispute' ? DISPUTE_FEE_CENTS : 0;
}
