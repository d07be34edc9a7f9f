export const DEFAULT_CURRENCY = 'EUR';

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
