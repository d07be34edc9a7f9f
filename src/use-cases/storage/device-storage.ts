import { TILE_CACHE } from '../../device/caches.ts';
import { orWarn } from '../../device/or-warn.ts';
import { useAddresses } from '../../stores/addresses.ts';
import { useDelivery } from '../../stores/delivery.ts';
import { useDrafts } from '../../stores/drafts.ts';
import { deleteCachedMaps } from '../../stores/storage-quota.ts';

/** The service worker gives this prefix to every cache that holds data of an account. */
const PRIVATE_CACHE_PREFIX = 'private-';

/** The storage that this site uses, in bytes; undefined if the browser does not report it. */
export type StorageUsage = {
  used: number | undefined;
  quota: number | undefined;
  /** Whether the browser will not evict the data when storage runs low. */
  isPersistent: boolean | undefined;
  tileCount: number;
};

/** Requests persistent storage as soon as there is a draft, so that the browser does not evict it. */
export function requestPersistenceOnFirstDraft(): void {
  if (useDrafts.getState().drafts.length > 0) return void requestPersistentStorage();
  const unsubscribe = useDrafts.subscribe(({ drafts }) => {
    if (drafts.length === 0) return;
    unsubscribe();
    void requestPersistentStorage();
  });
}

/** Asks the browser not to evict this site's storage. The browser may ask the user, or decline. */
export function requestPersistentStorage(): Promise<boolean> {
  const { storage } = navigator;
  return readOrFallback(async () => (await storage.persisted()) || storage.persist(), false);
}

export async function readStorageUsage(): Promise<StorageUsage> {
  const { usage, quota } = await readOrFallback(() => navigator.storage.estimate(), {});
  return {
    used: usage,
    quota,
    isPersistent: await readOrFallback<boolean | undefined>(() => navigator.storage.persisted(), undefined),
    tileCount: await readOrFallback(countTiles, 0),
  };
}

/** Deletes everything that can be fetched again. Drafts, unsent requests, receipts and the session stay. */
export async function clearCachedData(): Promise<void> {
  useDelivery.getState().reset();
  useAddresses.getState().reset();
  await Promise.all([deletePrivateCaches(), deleteCachedMaps()]);
}

/** Deletes all cached data of accounts. The app itself, the FAQ and viewed map tiles stay. */
export async function deletePrivateCaches(): Promise<void> {
  if (typeof caches === 'undefined') return;
  await orWarn('Cached responses could not be deleted', async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith(PRIVATE_CACHE_PREFIX));
    await Promise.all(names.map((name) => caches.delete(name)));
  });
}

async function countTiles(): Promise<number> {
  if (!(await caches.has(TILE_CACHE))) return 0;
  return (await (await caches.open(TILE_CACHE)).keys()).length;
}

/** Some browsers lack these interfaces, and some reject them in private windows. */
async function readOrFallback<T>(read: () => Promise<T>, fallback: T): Promise<T> {
  try {
    return await read();
  } catch {
    return fallback;
  }
}
