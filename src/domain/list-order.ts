import type { DeliveryRequest } from '../contract/delivery-request.ts';

type Position = Pick<DeliveryRequest, 'created' | 'id'>;

/** Whether a delivery comes after another one in the server's order, newest first. */
export function isOlder(delivery: Position, other: Position): boolean {
  const difference = Date.parse(delivery.created) - Date.parse(other.created);
  return difference < 0 || (difference === 0 && delivery.id < other.id);
}
