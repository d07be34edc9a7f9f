import type { PersistStorage, StorageValue } from 'zustand/middleware';

type QueuedWrite<P> = { name: string; value: StorageValue<P> };

/**
 * Writes at most once per `delayMs`, and never later than that after a change. `flush` writes the queued change
 * immediately and resolves when it is written; `pendingWrite` returns what is not on disk yet.
 * @param onWritten called after each write
 */
export function createAutosave<P>(delayMs: number, onWritten: () => void) {
  let storage: PersistStorage<P> | undefined;
  let queued: QueuedWrite<P> | undefined;
  let writing: QueuedWrite<P> | undefined;
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

  return {
    flush,
    pendingWrite: () => queued ?? writing,
    /** The storage with delayed writes. */
    throttle: (unthrottled: PersistStorage<P>): PersistStorage<P> => {
      storage = unthrottled;
      return {
        ...unthrottled,
        setItem: (name, value) => {
          queued = { name, value };
          timer ??= setTimeout(() => void flush(), delayMs);
        },
      };
    },
  };
}
