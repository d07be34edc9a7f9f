const BRANDS: Record<string, string> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** The brand name as people know it; providers send "visa" or "amex". */
export function brandName(brand: string): string {
  const key = brand.toLowerCase();
  if (Object.hasOwn(BRANDS, key)) return BRANDS[key] ?? brand;
  return brand === '' ? 'Card' : brand.charAt(0).toUpperCase() + brand.slice(1);
}

/** "Visa ending in 4242". */
export function cardName(brand: string | null | undefined, last4: string): string {
  return `${brandName(brand ?? '')} ending in ${last4}`;
}

/** "08/2028". */
export function expiryText(month: number, year: number): string {
  return `${String(month).padStart(2, '0')}/${year}`;
}
