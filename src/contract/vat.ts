/** Splits an amount that includes VAT. Net and VAT add up to the amount to the cent. */
export function splitVat(grossCents: number, percent: number): { netCents: number; vatCents: number } {
  const vatCents = Math.round((grossCents * percent) / (100 + percent));
  return { netCents: grossCents - vatCents, vatCents };
}

/** A VAT rate as the database stores it. */
export function toBasisPoints(vatPercent: number): number {
  return Math.round(vatPercent * 100);
}
