import type { DeliveryRequest } from '../contract/delivery-request.ts';
import { paymentStateOf } from '../domain/payment-due.ts';
import { priceChangeWords } from '../domain/quote.ts';
import { useDelivery } from '../stores/delivery.ts';

/** What to say beside every button that pays, where the price is not the one that was told. (WIZ-37) */
export function usePriceChange(delivery: DeliveryRequest): string | undefined {
  const change = useDelivery(({ priceChanges }) => priceChanges[delivery.id]);
  return paymentStateOf(delivery) === 'due' ? priceChangeWords(change, delivery) : undefined;
}
