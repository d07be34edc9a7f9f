import minimumAmounts from './minimum-amounts.json';

/** Stripe's minimum amounts, in the smallest unit of each currency. */
const MINIMUMS = new Map(Object.entries(minimumAmounts));
const USUAL_MINIMUM = 50;

/** @param currency in any case, such as `eur` */
export function minimumOf(currency: string): number {
  return MINIMUMS.get(currency.toLowerCase()) ?? USUAL_MINIMUM;
}
