import { formatCents } from '../../src/contract/money.ts';
import { minimumOf } from '../config/minimum-amount.ts';
import { invalidFieldError } from '../http/api-error.ts';

/** Stripe accepts at most eight digits. */
export const MAXIMUM = 99_999_999;

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
