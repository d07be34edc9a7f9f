import type { DeliveryRequest, GuestPayment } from '../../contract/delivery-request.ts';
import { paymentStateOf } from '../../domain/payment-state.ts';
import { confirmedPriceMessage, priceChange, priceChangeMessage } from '../../domain/price-change.ts';
import { useDelivery } from '../../stores/delivery.ts';
import { useOutbox } from '../../stores/outbox.ts';

/** The message beside every payment button if the price differs from the estimate. (WIZ-37) */
export function usePriceChangeMessage(delivery: DeliveryRequest): string | undefined {
  const change = useDelivery(({ priceChanges }) => priceChanges[delivery.id]);
  if (paymentStateOf(delivery) !== 'due') return undefined;
  return confirmedPriceMessage(delivery) ?? priceChangeMessage(change, delivery);
}

/** The same for a guest, if the receipt of the request is on this device. */
export function useGuestPriceChangeMessage(
  payment: Pick<GuestPayment, 'id' | 'amount' | 'currency' | 'status'> | undefined,
): string | undefined {
  const quote = useOutbox(
    ({ receipts }) => receipts.find(({ response }) => String(response.id) === String(payment?.id))?.quote,
  );
  if (payment?.status !== 'due') return undefined;
  const priced = { estimatedPrice: payment.amount, currency: payment.currency };
  return priceChangeMessage(priceChange(quote, priced), priced);
}
