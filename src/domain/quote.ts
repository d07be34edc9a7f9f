import * as v from 'valibot';
import { formatMoney } from './format.ts';

/** A price that came out other than the person was told when they sent the request; euros. */
export const PriceChange = v.object({ told: v.number(), confirmed: v.number(), currency: v.string() });
export type PriceChange = v.InferOutput<typeof PriceChange>;

type Told = { estimatedPrice: number; currency: string };
type Priced = { estimatedPrice?: number | null | undefined };

/** Compares what the person was told with the server's price, to the cent; undefined where they agree. */
export function priceChange(told: Told | undefined, delivery: Priced): PriceChange | undefined {
  const confirmed = delivery.estimatedPrice;
  if (told === undefined || typeof confirmed !== 'number') return undefined;
  if (Math.round(told.estimatedPrice * 100) === Math.round(confirmed * 100)) return undefined;
  return { told: told.estimatedPrice, confirmed, currency: told.currency };
}

/** What the person must hear before they pay; nothing once an edit has priced the delivery anew. */
export function priceChangeWords(change: PriceChange | undefined, delivery: Priced): string | undefined {
  if (change === undefined || delivery.estimatedPrice !== change.confirmed) return undefined;
  const told = formatMoney(change.told, change.currency);
  return `When you sent it we estimated ${told}. The price is ${formatMoney(change.confirmed, change.currency)}.`;
}
