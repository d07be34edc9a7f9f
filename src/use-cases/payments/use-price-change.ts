import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { paymentStateOf } from '../../domain/payment-state.ts';
import { priceChangeMessage } from '../../domain/price-change.ts';
import { useDelivery } from '../../stores/delivery.ts';

/** The message beside every payment button if the price differs from the estimate. (WIZ-37) */
export function usePriceChangeMessage(delivery: DeliveryRequest): string | undefined {
  const change = useDelivery(({ priceChanges }) => priceChanges[delivery.id]);
  return paymentStateOf(delivery) === 'due' ? priceChangeMessage(change, delivery) : undefined;
}
