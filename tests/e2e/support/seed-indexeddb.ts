import type { Page } from '@playwright/test';

/** The stored data of a device, by database, store and key. It is written before the app is opened. */
export type IndexedDbSeed = Record<
  string,
  { store: string; version?: number; rows: Record<string, unknown> }
>;

/** Writes into IndexedDB from a page of the same origin that does not run the app. */
export async function seedIndexedDb(page: Page, seed: IndexedDbSeed): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate(writeSeed, seed);
}

/** Runs in the page. */
async function writeSeed(seed: IndexedDbSeed): Promise<void> {
  for (const [name, { store, version = 1, rows }] of Object.entries(seed)) {
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(name, version);
      opening.onupgradeneeded = () => {
        if (store !== '') opening.result.createObjectStore(store);
      };
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const db = opening.result;
        const end = () => {
          db.close();
          resolve();
        };
        if (store === '') return end();
        const writing = db.transaction(store, 'readwrite');
        for (const [key, row] of Object.entries(rows)) writing.objectStore(store).put(row, key);
        writing.oncomplete = end;
        writing.onerror = () => reject(writing.error);
      };
    });
  }
}

/** Ways in which a browser refuses to store data. Each runs in the page before the app. */
export const STORAGE_FAILURES = {
  absent: () => {
    Object.defineProperty(window, 'indexedDB', { value: undefined });
  },
  throwing: () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Not here', 'SecurityError');
    };
  },
  failing: () => {
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (name) {
      // The open request fails later with an error, as it does for a damaged database.
      const request = open.call(this, `${name} that is damaged`);
      request.addEventListener('upgradeneeded', (happened) => {
        happened.stopImmediatePropagation();
        request.transaction?.abort();
      });
      return request;
    };
  },
  hanging: () => {
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (...database) {
      const request = open.apply(this, database);
      for (const event of ['success', 'error', 'upgradeneeded'] as const) {
        request.addEventListener(event, (happened) => happened.stopImmediatePropagation());
      }
      return request;
    };
  },
  full: () => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The disk is full', 'QuotaExceededError');
    };
  },
  fullAfterTheSubmit: () => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...row) {
      if (this.name === 'entries' && row[0].state !== 'queued') {
        throw new DOMException('The disk is full', 'QuotaExceededError');
      }
      return put.apply(this, row);
    };
  },
  fullAtTheEnd: () => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...row) {
      const request = put.apply(this, row);
      request.addEventListener('success', () => this.transaction.abort());
      return request;
    };
    IDBTransaction.prototype.commit = function () {
      this.abort();
    };
  },
  localStorage: () => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('Not here', 'SecurityError');
      },
    });
  },
  sessionStorage: () => {
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('Not here', 'SecurityError');
      },
    });
  },
  cookiesBlocked: () => {
    const refuse = () => {
      throw new DOMException('Access is denied in this context', 'SecurityError');
    };
    for (const storage of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, storage, { get: refuse });
    }
    IDBFactory.prototype.open = refuse;
    LockManager.prototype.request = async () => refuse();
    LockManager.prototype.query = async () => refuse();
    CacheStorage.prototype.open = async () => refuse();
    CacheStorage.prototype.has = async () => refuse();
    CacheStorage.prototype.keys = async () => refuse();
    CacheStorage.prototype.delete = async () => refuse();
    StorageManager.prototype.estimate = async () => refuse();
  },
} satisfies Record<string, () => void>;

/** Returns the values of these keys in the first store of a database. */
export function readRows(page: Page, name: string, keys: readonly string[]): Promise<unknown[]> {
  return page.evaluate(readInPage, { name, keys });
}

/** Runs in the page. */
async function readInPage({ name, keys }: { name: string; keys: readonly string[] }): Promise<unknown[]> {
  const resultOf = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const db = await resultOf(indexedDB.open(name));
  const [store = ''] = db.objectStoreNames;
  const rows = await Promise.all(
    keys.map((key) => resultOf(db.transaction(store).objectStore(store).get(key))),
  );
  db.close();
  return rows;
}
