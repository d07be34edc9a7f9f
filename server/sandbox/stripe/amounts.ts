import { minimumOf } from '../../payments/payable-amount.ts';
import { formatMoney } from '../pages/format.ts';
import { invalidParameter } from './stripe-error.ts';

/** @throws SandboxError 400 if Stripe would not collect so little */
export function requireAmount(amount: number, currency: string, param: string): void {
  const minimum = minimumOf(currency);
  if (amount >= minimum) return;
  const message = `Amount must be at least ${formatMoney(minimum, currency)} ${currency}`;
  throw invalidParameter(message, param, 'amount_too_small');
}
