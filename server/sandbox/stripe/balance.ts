import type { Context } from './context.ts';
import { createObject } from './objects.ts';

/** The fees of Stripe for European cards and for disputes. A refund returns no fee. */
const CARD_FEE = { percent: 1.5, fixedCents: 25 };
const DISPUTE_FEE_CENTS = 2000;

type Category = 'charge' | 'refund' | 'refund_failure' | 'dispute' | 'dispute_reversal';
type Movement = { amount: number; currency: string; source: string };

/** Books a movement of money in the balance of the account. `amount` is negative for money that leaves it. */
export function bookMovement(context: Context, category: Category, { amount, currency, source }: Movement) {
  const fee = feeOf(category, amount);
  const detail = { amount: fee, currency, description: 'Stripe processing fees', type: 'stripe_fee' };
  const isDispute = category === 'dispute' || category === 'dispute_reversal';
  return createObject(context, 'balance_transaction', {
    amount,
    currency,
    fee,
    fee_details: fee === 0 ? [] : [detail],
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
