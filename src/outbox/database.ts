import type { UseStore } from 'idb-keyval';

/** Seconds of running without an end after which a transaction is taken to be stuck. */
const TRANSACTION_TIMEOUT_S = 10;
/** The app waits for stored data at start; a database that does not open delays it by no more than this. */
const OPEN_TIMEOUT_S = 4;

const activeTransactions = new Set<IDBTransaction>();
/** Transactions that were aborted because the page was suspended; they are repeated when it resumes. */
const suspendedTransactions = new WeakSet<IDBTransaction>();
let suspension: Promise<void> | undefined;
let endSuspension = (): void => undefined;

/**
 * A store in a database of its own, for the functions of idb-keyval. A database that a newer version of the app has
 * left is used as it is, and one that lacks its store gets it. A step that nothing comes of within 10 s fails, so
 * that nobody waits for ever for a browser that has lost it; a change that failed so is not made later.
 */
export function openStore(name: string, store: string, options: IDBTransactionOptions = {}): UseStore {
  let opening: Promise<IDBDatabase> | undefined;
  const forgetConnection = () => {
    opening = undefined;
  };
  const database = () => {
    opening ??= openDatabase(name, store, forgetConnection).catch((error: unknown) => {
      forgetConnection();
      throw error;
    });
    return opening;
  };
  return async (mode, use) => {
    for (;;) {
      await suspension;
      const opened = await database();
      if (suspension) continue;
      const transaction = opened.transaction(store, mode, options);
      const ended = rejectOnAbort(transaction);
      try {
        return await Promise.race([use(transaction.objectStore(store)), ended]);
      } catch (error) {
        if (!suspendedTransactions.has(transaction)) throw error;
      }
    }
  };
}

/** Writes one record. The browser completes the write even if the page is suspended or stops waiting. */
export function putRecord(key: string, value: unknown, use: UseStore): Promise<void> {
  return use('readwrite', (store) => {
    store.put(value, key);
    return commitTransaction(store.transaction);
  });
}

/** Deletes one record; see {@link putRecord}. */
export function deleteRecord(key: string, use: UseStore): Promise<void> {
  return use('readwrite', (store) => {
    store.delete(key);
    return commitTransaction(store.transaction);
  });
}

/**
 * The page enters the back/forward cache, perhaps for good. WebKit would keep its transactions open, and every
 * other page would wait for them, so they are cut off; none begins before {@link resumeDatabase}.
 */
export function suspendDatabase(): void {
  suspension ??= new Promise((resolve) => {
    endSuspension = resolve;
  });
  for (const transaction of activeTransactions) {
    suspendedTransactions.add(transaction);
    abortTransaction(transaction);
  }
}

/** The page is shown again: aborted transactions are repeated. */
export function resumeDatabase(): void {
  suspension = undefined;
  endSuspension();
}

async function openDatabase(name: string, store: string, onClose: () => void): Promise<IDBDatabase> {
  const database = await openVersion(name, undefined, store, onClose);
  if (database.objectStoreNames.contains(store)) return database;
  database.close();
  return openVersion(name, database.version + 1, store, onClose);
}

function openVersion(
  name: string,
  version: number | undefined,
  store: string,
  onClose: () => void,
): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    let hasTimedOut = false;
    const clearTimer = startTickTimeout(OPEN_TIMEOUT_S, () => {
      hasTimedOut = true;
      reject(new Error(`The database "${name}" does not open`));
    });
    request.onupgradeneeded = () => {
      if (!request.result.objectStoreNames.contains(store)) request.result.createObjectStore(store);
    };
    request.onsuccess = () => {
      clearTimer();
      const database = request.result;
      if (hasTimedOut) return database.close();
      // A browser may close a database under us (storage pressure, another version): open it again next time.
      database.onclose = onClose;
      database.onversionchange = () => {
        database.close();
        onClose();
      };
      resolve(database);
    };
    request.onerror = () => {
      clearTimer();
      reject(request.error);
    };
  });
}

/** Never resolves; rejects when the transaction is aborted, by whomever. */
function rejectOnAbort(transaction: IDBTransaction): Promise<never> {
  activeTransactions.add(transaction);
  return new Promise((_, reject) => {
    const clearTimer = startTickTimeout(TRANSACTION_TIMEOUT_S, () => {
      abortTransaction(transaction);
      reject(new Error(`The database "${transaction.db.name}" does not answer`));
    });
    const end = () => {
      clearTimer();
      activeTransactions.delete(transaction);
    };
    transaction.addEventListener('complete', end);
    transaction.addEventListener('abort', () => {
      end();
      reject(transaction.error ?? new DOMException('The transaction was cut off', 'AbortError'));
    });
  });
}

/** By ticks and not by the clock: the time that a phone slept is nobody's fault. */
function startTickTimeout(seconds: number, onTimeout: () => void): () => void {
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
    if (ticks < seconds) return;
    clearInterval(timer);
    onTimeout();
  }, 1000);
  return () => clearInterval(timer);
}

function commitTransaction(transaction: IDBTransaction): Promise<void> {
  transaction.commit();
  return new Promise((resolve) => transaction.addEventListener('complete', () => resolve()));
}

function abortTransaction(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It is committing, or has ended: the browser needs nothing more of us.
  }
}
