import type { UseStore } from 'idb-keyval';

/** A transaction that has not ended after this many seconds counts as stuck. */
const TRANSACTION_TIMEOUT_S = 10;
/** The app waits for stored data at start. A database that does not open delays it by at most this many seconds. */
const OPEN_TIMEOUT_S = 4;

const activeTransactions = new Set<IDBTransaction>();
/** Transactions that were aborted because the page was suspended. They are repeated when it resumes. */
const suspendedTransactions = new WeakSet<IDBTransaction>();
let suspension: Promise<void> | undefined;
let endSuspension = (): void => undefined;

/**
 * A store in its own database, for the functions of idb-keyval. A database of a newer version of the app is used as
 * it is, and a missing object store is created. A transaction fails after 10 s, because a browser may never complete
 * it; a change that has failed in this way is aborted and never made later. A database that has not opened within 4 s
 * fails every access at once, until it does open.
 */
export function openStore(name: string, store: string, options: IDBTransactionOptions = {}): UseStore {
  let connection: Connection | undefined;
  const forgetConnection = () => {
    connection = undefined;
  };
  const database = () => {
    connection ??= connect(name, openDatabase(name, store, forgetConnection), forgetConnection);
    return connection.ready;
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
 * Aborts all transactions, because the page enters the back/forward cache and may never return. WebKit would keep
 * them open and block every other page. New transactions wait for {@link resumeDatabase}.
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

/** Repeats the aborted transactions, because the page is shown again. */
export function resumeDatabase(): void {
  suspension = undefined;
  endSuspension();
}

/** `ready` rejects when the time has run out, and resolves if the database opens later. */
type Connection = { ready: Promise<IDBDatabase> };

function connect(name: string, opened: Promise<IDBDatabase>, onFailure: () => void): Connection {
  const connection: Connection = {
    ready: new Promise((resolve, reject) => {
      const clearTimer = startTickTimeout(OPEN_TIMEOUT_S, () =>
        reject(new Error(`The database "${name}" does not open`)),
      );
      opened.finally(clearTimer).then(resolve, reject);
    }),
  };
  opened.then(() => {
    connection.ready = opened;
  }, onFailure);
  return connection;
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
    request.onupgradeneeded = () => {
      if (!request.result.objectStoreNames.contains(store)) request.result.createObjectStore(store);
    };
    request.onsuccess = () => {
      const database = request.result;
      // A browser may close a database (storage pressure, another version): the next access opens it again.
      database.onclose = onClose;
      database.onversionchange = () => {
        database.close();
        onClose();
      };
      resolve(database);
    };
    request.onerror = () => reject(request.error);
  });
}

/** Never resolves, and rejects when the transaction is aborted. */
function rejectOnAbort(transaction: IDBTransaction): Promise<never> {
  activeTransactions.add(transaction);
  return new Promise((_, reject) => {
    const clearTimer = startTickTimeout(TRANSACTION_TIMEOUT_S, () => {
      abortTransaction(transaction);
      reject(new Error(`The database "${transaction.db.name}" does not respond`));
    });
    const end = () => {
      clearTimer();
      activeTransactions.delete(transaction);
    };
    transaction.addEventListener('complete', end);
    transaction.addEventListener('abort', () => {
      end();
      reject(transaction.error ?? new DOMException('The transaction was aborted', 'AbortError'));
    });
  });
}

/** Counts timer ticks instead of reading the clock, so that the time during which a phone sleeps does not count. */
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
    // The transaction is committing or has ended, so there is nothing to abort.
  }
}
