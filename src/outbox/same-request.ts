import type { DeliveryRequest, DeliveryRequestInput } from '../contract/delivery-request.ts';

/** Whether a delivery in the list matches this request body. Needed for an API without idempotency keys. */
export function isSameRequest(delivery: DeliveryRequest, body: DeliveryRequestInput): boolean {
  return (
    delivery.pickUpSnapshot.name === body.pickUpSnapshot.name &&
    delivery.dropOffSnapshot.name === body.dropOffSnapshot.name &&
    delivery.weight === body.weight &&
    delivery.width === body.width &&
    delivery.length === body.length &&
    delivery.height === body.height &&
    (delivery.deliveryNote ?? '') === body.deliveryNote &&
    delivery.deliveryType === body.deliveryType &&
    delivery.isPriority === body.isPriority &&
    delivery.isFragile === body.isFragile
  );
}
