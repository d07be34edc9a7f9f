/** Replaces the item with the same id, else appends it. */
export function upsert<T extends { id: number | string }>(list: readonly T[], item: T): T[] {
  return list.some((one) => one.id === item.id)
    ? list.map((one) => (one.id === item.id ? item : one))
    : [...list, item];
}

export function removeById<T extends { id: number | string }>(list: readonly T[], id: T['id']): T[] {
  return list.filter((one) => one.id !== id);
}
