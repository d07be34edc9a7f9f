import { DEFAULT_CURRENCY } from '../contract/currency-text.ts';

const SYMBOLS: Partial<Record<string, string>> = { EUR: '€', GBP: '£', USD: 'US$' };

/** "€18.40". With an invalid currency code it is the number followed by the code. */
export function formatMoney(amount: number, currency: string | null | undefined = DEFAULT_CURRENCY): string {
  const code = (currency || DEFAULT_CURRENCY).toUpperCase();
  const symbol = SYMBOLS[code];
  // The first Intl.NumberFormat loads the browser's number formats, which would delay the home page on a slow device.
  if (symbol !== undefined && isPlainAmount(amount))
    return symbol + amount.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',');
  try {
    return new Intl.NumberFormat('en-IE', {
      style: 'currency',
      currency: code,
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    }).format(amount);
  } catch {
    return `${amount.toFixed(2)} ${code}`;
  }
}

/** Whether the amount is not negative, is below a billion and needs no rounding to two decimals. */
function isPlainAmount(amount: number): boolean {
  return (amount > 0 || Object.is(amount, 0)) && amount < 1e9 && Math.round(amount * 100) / 100 === amount;
}
