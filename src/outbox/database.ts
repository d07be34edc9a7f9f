import type { UseStore } from 'idb-keyval';

/** Seconds of running without an end after which a transaction is taken to be stuck. */
const PATIENCE_S = 10;
/** Whoever opens the app waits for what was kept; a database that does not open costs them no more than this. */
const OPEN_PATIENCE_S = 4;

const running = new Set<IDBTransaction>();
/** Those that were cut off because the page was put aside; they begin anew when it comes back. */
const cutOff = new WeakSet<IDBTransaction>();
let aside: Promise<void> | undefined;
let comeBack = (): void => undefined;

/**
 * A store in a database of its own, for the functions of idb-keyval. A database that a newer version of the app has
 * left is used as it is, and one that lacks its store gets it. A step that nothing comes of within 10 s fails, so
 * that nobody waits for ever for a browser that has lost it; a change that failed so is not made later.
 */
export function openStore(name: string, store: string, options: IDBTransactionOptions = {}): UseStore {
  let opening: Promise<IDBDatabase> | undefined;
  const forget = () => {
    opening = undefined;
  };
  const database = () => {
    opening ??= open(name, store, forget).catch((error: unknown) => {
      forget();
      throw error;
    });
    return opening;
  };
  return async (mode, use) => {
    for (;;) {
      await aside;
      const opened = await database();
      if (aside) continue;
      const transaction = opened.transaction(store, mode, options);
      const ended = whenEnded(transaction);
      try {
        return await Promise.race([use(transaction.objectStore(store)), ended]);
      } catch (error) {
        if (!cutOff.has(transaction)) throw error;
      }
    }
  };
}

/** Writes one record. The browser ends this by itself, also when the page is put aside or gives up meanwhile. */
export function keep(key: string, value: unknown, use: UseStore): Promise<void> {
  return use('readwrite', (store) => {
    store.put(value, key);
    return committed(store.transaction);
  });
}

/** Deletes one record; see {@link keep}. */
export function drop(key: string, use: UseStore): Promise<void> {
  return use('readwrite', (store) => {
    store.delete(key);
    return committed(store.transaction);
  });
}

/**
 * The page is put aside for Back, perhaps for good. WebKit would keep its open transactions as they are, and every
 * other page would wait for them, so they are cut off; none begins before {@link takeUp}.
 */
export function putAside(): void {
  aside ??= new Promise((resolve) => {
    comeBack = resolve;
  });
  for (const transaction of running) {
    cutOff.add(transaction);
    abort(transaction);
  }
}

/** The page is shown again: what was cut off begins anew. */
export function takeUp(): void {
  aside = undefined;
  comeBack();
}

async function open(name: string, store: string, forget: () => void): Promise<IDBDatabase> {
  const found = await opened(name, undefined, store, forget);
  if (found.objectStoreNames.contains(store)) return found;
  found.close();
  return opened(name, found.version + 1, store, forget);
}

function opened(
  name: string,
  version: number | undefined,
  store: string,
  forget: () => void,
): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    let isLate = false;
    const stopWaiting = afterPatience(OPEN_PATIENCE_S, () => {
      isLate = true;
      reject(new Error(`The database "${name}" does not open`));
    });
    request.onupgradeneeded = () => {
      if (!request.result.objectStoreNames.contains(store)) request.result.createObjectStore(store);
    };
    request.onsuccess = () => {
      stopWaiting();
      const database = request.result;
      if (isLate) return database.close();
      // A browser may close a database under us (storage pressure, another version): open it again next time.
      database.onclose = forget;
      database.onversionchange = () => {
        database.close();
        forget();
      };
      resolve(database);
    };
    request.onerror = () => {
      stopWaiting();
      reject(request.error);
    };
  });
}

/** Never resolves; rejects when the transaction is aborted, by whomever. */
function whenEnded(transaction: IDBTransaction): Promise<never> {
  running.add(transaction);
  return new Promise((_, reject) => {
    const stopWaiting = afterPatience(PATIENCE_S, () => {
      abort(transaction);
      reject(new Error(`The database "${transaction.db.name}" does not answer`));
    });
    const end = () => {
      stopWaiting();
      running.delete(transaction);
    };
    transaction.addEventListener('complete', end);
    transaction.addEventListener('abort', () => {
      end();
      reject(transaction.error ?? new DOMException('The transaction was cut off', 'AbortError'));
    });
  });
}

/** By ticks and not by the clock: the time that a phone slept is nobody's fault. */
function afterPatience(seconds: number, act: () => void): () => void {
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
    if (ticks < seconds) return;
    clearInterval(timer);
    act();
  }, 1000);
  return () => clearInterval(timer);
}

function committed(transaction: IDBTransaction): Promise<void> {
  transaction.commit();
  return new Promise((resolve) => transaction.addEventListener('complete', () => resolve()));
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It is committing, or has ended: the browser needs nothing more of us.
  }
}
