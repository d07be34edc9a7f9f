import type { DeliveryRequest } from '../contract/delivery-request.ts';
import { formatMoney } from '../contract/money.ts';

/** An estimate that the user saw (`told`, in `currency`) and the server's different price (`confirmed`). */
export type PriceChange = { told: number; confirmed: number; currency: string };

type QuotedPrice = { estimatedPrice: number; currency: string };
type PricedDelivery = Pick<Partial<DeliveryRequest>, 'estimatedPrice' | 'currency'>;

/** Compares the estimate with the server's price, to the cent; undefined if they are equal. */
export function priceChange(
  quote: QuotedPrice | undefined,
  delivery: PricedDelivery,
): PriceChange | undefined {
  const confirmed = delivery.estimatedPrice;
  if (quote === undefined || typeof confirmed !== 'number') return undefined;
  const isSameCurrency = (delivery.currency || quote.currency) === quote.currency;
  if (isSameCurrency && Math.round(quote.estimatedPrice * 100) === Math.round(confirmed * 100))
    return undefined;
  return { told: quote.estimatedPrice, confirmed, currency: quote.currency };
}

/** The message to show before payment; undefined once an edit has changed the price again. */
export function priceChangeMessage(
  change: PriceChange | undefined,
  delivery: PricedDelivery,
): string | undefined {
  if (change === undefined || delivery.estimatedPrice !== change.confirmed) return undefined;
  const quoted = formatMoney(change.told, change.currency);
  const price = formatMoney(change.confirmed, delivery.currency || change.currency);
  return `When you sent it, we estimated ${quoted}. The price is ${price}.`;
}

/** The message after an unclear place was picked or confirmed, if that changed the price. (PLC-04) */
export function confirmedPriceMessage({
  assumedPrice,
  estimatedPrice,
  currency,
}: Pick<DeliveryRequest, 'assumedPrice' | 'estimatedPrice' | 'currency'>): string | undefined {
  if (typeof assumedPrice !== 'number' || typeof estimatedPrice !== 'number') return undefined;
  return `Before the place was confirmed, we estimated ${formatMoney(assumedPrice, currency)}. The price is ${formatMoney(estimatedPrice, currency)}.`;
}
