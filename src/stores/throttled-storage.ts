import type { PersistStorage, StorageValue } from 'zustand/middleware';

type PendingWrite<P> = { name: string; value: StorageValue<P> };

/**
 * A storage that writes at most once per `delayMs`, and never later than that after a change. `flush` writes the
 * queued change immediately and resolves when it is written; `pendingWrite` returns what is not on disk yet.
 * @param onWritten called after each write
 */
export function throttledStorage<P>(
  storage: PersistStorage<P> | undefined,
  delayMs: number,
  onWritten: () => void = () => undefined,
): {
  storage: PersistStorage<P> | undefined;
  flush: () => Promise<void>;
  pendingWrite: () => PendingWrite<P> | undefined;
} {
  let queued: PendingWrite<P> | undefined;
  let writing: PendingWrite<P> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const next = queued;
    queued = undefined;
    if (next === undefined) return;
    writing = next;
    const isWritten = await storage?.setItem(next.name, next.value);
    // What the device could not store is saved in local storage when the page is left.
    if (isWritten === false) return;
    if (writing === next) writing = undefined;
    onWritten();
  }

  const pendingWrite = () => queued ?? writing;
  if (storage === undefined) return { storage, flush, pendingWrite };
  return {
    flush,
    pendingWrite,
    storage: {
      ...storage,
      setItem: (name, value) => {
        queued = { name, value };
        timer ??= setTimeout(() => void flush(), delayMs);
      },
    },
  };
}
