import type { DeliveryRequest } from '../contract/delivery-request.ts';

/** Replaces the items with the same ids, and appends the others. */
export function upsert<T extends { id: number | string }>(list: readonly T[], items: readonly T[]): T[] {
  const byId = new Map(list.map((item) => [item.id, item]));
  for (const item of items) byId.set(item.id, item);
  return [...byId.values()];
}

export function removeById<T extends { id: number | string }>(list: readonly T[], id: T['id']): T[] {
  return list.filter((item) => item.id !== id);
}

type Position = Pick<DeliveryRequest, 'created' | 'id'>;

/** Whether a delivery comes after another one in the server's order, newest first. */
export function isOlder(delivery: Position, other: Position): boolean {
  const difference = Date.parse(delivery.created) - Date.parse(other.created);
  return difference < 0 || (difference === 0 && delivery.id < other.id);
}
