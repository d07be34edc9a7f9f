import { expect, type Page } from '@playwright/test';

/** Waits until IndexedDB contains a text. No element on the screen shows this. */
export async function expectStored(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.evaluate(isStored, text)).toBe(true);
}

/** Runs in the page. */
async function isStored(text: string): Promise<boolean> {
  const resultOf = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  for (const { name = '' } of await indexedDB.databases()) {
    const db = await resultOf(indexedDB.open(name));
    const stores = [...db.objectStoreNames];
    const rows = await Promise.all(
      stores.map((store) => resultOf(db.transaction(store).objectStore(store).getAll())),
    );
    db.close();
    if (JSON.stringify(rows).includes(text)) return true;
  }
  return false;
}

/**
 * Waits until the worker has cached the app, and then until it controls this page.
 * @param next the page that the test continues with; otherwise this page is loaded again
 */
export async function installWorker(page: Page, next?: string): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === 'activated') return;
    await new Promise((activated) => active?.addEventListener('statechange', activated, { once: true }));
  });
  await (next === undefined ? page.reload() : page.goto(next));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Deletes all that the app has stored, from a page of the same origin that does not run the app. */
export async function clearDevice(page: Page): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate(deleteStorage);
}

/** Runs in the page. */
async function deleteStorage(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  for (const { name = '' } of await indexedDB.databases()) {
    await new Promise<void>((resolve, reject) => {
      const deletion = indexedDB.deleteDatabase(name);
      deletion.onsuccess = () => resolve();
      deletion.onerror = () => reject(deletion.error);
    });
  }
}
