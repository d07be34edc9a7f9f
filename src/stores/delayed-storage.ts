import type { PersistStorage, StorageValue } from 'zustand/middleware';

type Waiting<P> = { name: string; value: StorageValue<P> };

/**
 * A storage that writes at most once per `delayMs`, and never later than that after a change.
 * `flush` writes what is waiting at once and resolves when it is written; `unwritten` is what no disk has yet.
 * @param onWritten called after each write
 */
export function delayedStorage<P>(
  storage: PersistStorage<P> | undefined,
  delayMs: number,
  onWritten: () => void = () => undefined,
): {
  storage: PersistStorage<P> | undefined;
  flush: () => Promise<void>;
  unwritten: () => Waiting<P> | undefined;
} {
  let waiting: Waiting<P> | undefined;
  let writing: Waiting<P> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const due = waiting;
    waiting = undefined;
    if (due === undefined) return;
    writing = due;
    await storage?.setItem(due.name, due.value);
    if (writing === due) writing = undefined;
    onWritten();
  }

  const unwritten = () => waiting ?? writing;
  if (storage === undefined) return { storage, flush, unwritten };
  return {
    flush,
    unwritten,
    storage: {
      ...storage,
      setItem: (name, value) => {
        waiting = { name, value };
        timer ??= setTimeout(() => void flush(), delayMs);
      },
    },
  };
}
