import type { Page } from '@playwright/test';

export type StorageContents = {
  /** Everything in local and session storage, Cache Storage (keys too) and IndexedDB but the outbox. */
  text: string;
  /** The entries of the outbox, without those that are only the key of a sent request. */
  parked: unknown[];
};

/** Reads all storage of the origin. */
export function readStorage(page: Page): Promise<StorageContents> {
  return page.evaluate(readStorageInPage);
}

/** Runs in the page. */
export async function readStorageInPage(): Promise<StorageContents> {
  const resultOf = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const pieces: string[] = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
  let parked: unknown[] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    const db = await resultOf(indexedDB.open(name));
    for (const store of [...db.objectStoreNames]) {
      const rows = await resultOf(db.transaction(store).objectStore(store).getAll());
      const keys = await resultOf(db.transaction(store).objectStore(store).getAllKeys());
      if (name === 'send-outbox') parked = rows.filter((row) => row.state !== 'done');
      else pieces.push(JSON.stringify({ name, keys, rows }));
    }
    db.close();
  }
  for (const name of await caches.keys()) {
    // The app's own files contain words as well, such as the example in a placeholder.
    if (name.startsWith('app-')) continue;
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const response = await cache.match(request);
      pieces.push(request.url, (await response?.text()) ?? '');
    }
  }
  return { text: pieces.join('\n'), parked };
}
