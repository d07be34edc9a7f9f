export const DEFAULT_CURRENCY = 'EUR';
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

/** The same for an amount in cents. */
export function formatCents(cents: number, currency: string): string {
  return formatMoney(cents / 100, currency);
}

/** "euros (EUR)", as the pages and the server write it. With an invalid currency code it is the code alone. */
export function currencyText(code: string): string {
  try {
    const parts = new Intl.NumberFormat('en', {
      style: 'currency',
      currency: code,
      currencyDisplay: 'name',
    }).formatToParts(2);
    const name = parts.find(({ type }) => type === 'currency')?.value;
    return name === undefined ? code : `${name} (${code})`;
  } catch {
    return code;
  }
}

/** Whether the amount is not negative, is below a billion and needs no rounding to two decimals. */
function isPlainAmount(amount: number): boolean {
  return (amount > 0 || Object.is(amount, 0)) && amount < 1e9 && Math.round(amount * 100) / 100 === amount;
}
