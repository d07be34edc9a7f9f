import type { DeliveryRequest } from '../contract/delivery-request.ts';
import { arrivalOf } from './arrival.ts';
import { statusOf } from './delivery-list.ts';
import { routeLabels } from './place-labels.ts';

/** Everything that the card of a delivery shows. */
export function deliveryCardOf(delivery: DeliveryRequest, now?: number) {
  const status = statusOf(delivery);
  return { status, ...routeLabels(delivery), arrival: arrivalOf({ ...delivery, status }, now) };
}
