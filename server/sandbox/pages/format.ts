/** Formats Unix seconds as `13 June 2025, 14:05 UTC`, because a receipt has no time zone of its own. */
export function formatTimestamp(unixSeconds: number): string {
  const text = new Intl.DateTimeFormat('en-IE', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  }).format(new Date(unixSeconds * 1000));
  return `${text} UTC`;
}

const BRANDS: ReadonlyMap<string, string> = new Map([
  ['visa', 'Visa'],
  ['mastercard', 'Mastercard'],
  ['amex', 'American Express'],
  ['discover', 'Discover'],
  ['diners', 'Diners Club'],
  ['jcb', 'JCB'],
  ['unionpay', 'UnionPay'],
]);

export function brandName(brand: string): string {
  return BRANDS.get(brand) ?? brand;
}
