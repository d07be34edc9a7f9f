/** Replaces the item with the same id, else appends it. */
export function upsert<T extends { id: number | string }>(list: readonly T[], item: T): T[] {
  return list.some(({ id }) => id === item.id)
    ? list.map((existing) => (existing.id === item.id ? item : existing))
    : [...list, item];
}

export function removeById<T extends { id: number | string }>(list: readonly T[], id: T['id']): T[] {
  return list.filter((item) => item.id !== id);
}
