import * as v from 'valibot';
import { formatMoney } from './format.ts';

/** A price that came out other than the person was told when they sent the request; euros. */
export const PriceChange = v.object({ told: v.number(), confirmed: v.number(), currency: v.string() });
export type PriceChange = v.InferOutput<typeof PriceChange>;

type QuotedPrice = { estimatedPrice: number; currency: string };
type PricedDelivery = { estimatedPrice?: number | null | undefined };

/** Compares what the person was told with the server's price, to the cent; undefined where they agree. */
export function priceChange(
  quote: QuotedPrice | undefined,
  delivery: PricedDelivery,
): PriceChange | undefined {
  const confirmed = delivery.estimatedPrice;
  if (quote === undefined || typeof confirmed !== 'number') return undefined;
  if (Math.round(quote.estimatedPrice * 100) === Math.round(confirmed * 100)) return undefined;
  return { told: quote.estimatedPrice, confirmed, currency: quote.currency };
}

/** What the person must hear before they pay; nothing once an edit has priced the delivery anew. */
export function priceChangeMessage(
  change: PriceChange | undefined,
  delivery: PricedDelivery,
): string | undefined {
  if (change === undefined || delivery.estimatedPrice !== change.confirmed) return undefined;
  const quoted = formatMoney(change.told, change.currency);
  return `When you sent it we estimated ${quoted}. The price is ${formatMoney(change.confirmed, change.currency)}.`;
}
