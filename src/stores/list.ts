import type { DeliveryRequest } from '../contract/delivery-request.ts';

/** Replaces the item with the same id, else appends it. */
export function upsert<T extends { id: number | string }>(list: readonly T[], item: T): T[] {
  return list.some(({ id }) => id === item.id)
    ? list.map((existing) => (existing.id === item.id ? item : existing))
    : [...list, item];
}

/** The same for many items; its time grows with the sum of both lists and not with their product. */
export function upsertAll<T extends { id: number | string }>(list: readonly T[], items: readonly T[]): T[] {
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
