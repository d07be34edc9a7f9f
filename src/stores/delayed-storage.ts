import type { PersistStorage, StorageValue } from 'zustand/middleware';

/**
 * A storage that writes at most once per `delayMs`, and never later than that after a change.
 * `flush` writes what is waiting at once and resolves when it is written.
 */
export function delayedStorage<P>(
  storage: PersistStorage<P> | undefined,
  delayMs: number,
): { storage: PersistStorage<P> | undefined; flush: () => Promise<void> } {
  let waiting: { name: string; value: StorageValue<P> } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const due = waiting;
    waiting = undefined;
    if (due) await storage?.setItem(due.name, due.value);
  }

  if (storage === undefined) return { storage, flush };
  return {
    flush,
    storage: {
      ...storage,
      setItem: (name, value) => {
        waiting = { name, value };
        timer ??= setTimeout(() => void flush(), delayMs);
      },
    },
  };
}
