import { formatCents } from '../../src/contract/money.ts';
import { invalidFieldError } from '../http/api-error.ts';
import minimumAmounts from './minimum-amounts.json';

/** Stripe's minimum amounts, in the smallest unit of each currency. */
const MINIMUMS = new Map(Object.entries(minimumAmounts));
const USUAL_MINIMUM = 50;
/** Stripe accepts at most eight digits. */
export const MAXIMUM = 99_999_999;

/** @param currency in any case, such as `eur` */
export function minimumOf(currency: string): number {
  return MINIMUMS.get(currency.toLowerCase()) ?? USUAL_MINIMUM;
}

/**
 * Checks an amount before anyone is asked to pay it. (PAY-94)
 * @throws ApiError 400 with a sentence for operators if the provider would not collect it
 */
export function requirePayable(cents: number, currency: string): void {
  const minimum = minimumOf(currency);
  if (cents >= minimum && cents <= MAXIMUM) return;
  const [least, most] = [minimum, MAXIMUM].map((amount) => formatCents(amount, currency));
  throw invalidFieldError('amount', `The payment provider collects at least ${least} and at most ${most}`);
}
