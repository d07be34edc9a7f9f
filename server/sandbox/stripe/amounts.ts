import { formatMoney } from '../../mail/format-money.ts';
import { minimumOf } from '../../payments/payable-amount.ts';
import { invalidParameter } from './stripe-error.ts';

/** Stripe takes amounts of at most eight digits. */
const MAXIMUM = 99_999_999;

/**
 * Returns the currency in lower case.
 * @throws SandboxError 400 if Stripe would not collect this amount
 */
export function requireAmount(amount: number, currency: string, param: string): string {
  if (!/^[a-z]{3}$/i.test(currency)) throw invalidParameter(`Invalid currency: ${currency}`, 'currency');
  const minimum = minimumOf(currency);
  if (amount < minimum) {
    const message = `Amount must be at least ${formatMoney(minimum, currency)} ${currency}`;
    throw invalidParameter(message, param, 'amount_too_small');
  }
  if (!Number.isInteger(amount) || amount > MAXIMUM)
    throw invalidParameter(`Invalid integer: ${amount}`, param);
  return currency.toLowerCase();
}
