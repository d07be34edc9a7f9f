import { formatMoney } from '../pages/format.ts';
import { invalidParameter } from './stripe-error.ts';

/** Stripe's minimum amounts, in the smallest unit of each currency. */
const MINIMUMS = new Map([
  ['gbp', 30],
  ['dkk', 250],
  ['nok', 300],
  ['sek', 300],
  ['pln', 200],
  ['czk', 1500],
  ['huf', 17_500],
  ['ron', 200],
  ['bgn', 100],
  ['aed', 200],
  ['hkd', 400],
  ['mxn', 1000],
  ['thb', 1000],
  ['myr', 200],
]);
const USUAL_MINIMUM = 50;

/** @throws SandboxError 400 if Stripe would not collect so little */
export function requireAmount(amount: number, currency: string, param: string): void {
  const minimum = MINIMUMS.get(currency) ?? USUAL_MINIMUM;
  if (amount >= minimum) return;
  const message = `Amount must be at least ${formatMoney(minimum, currency)} ${currency}`;
  throw invalidParameter(message, param, 'amount_too_small');
}
