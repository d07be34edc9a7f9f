import { TILE_CACHE } from '../../contract/constants.ts';
import { useAddresses } from '../../stores/addresses.ts';
import { useDelivery } from '../../stores/delivery.ts';
import { useDrafts } from '../../stores/drafts.ts';
import { deleteCachedMaps } from '../../stores/storage-quota.ts';
import { deletePrivateCaches } from './private-caches.ts';

/** What this site takes of the device; bytes. Undefined where the browser does not say. */
export type StorageUsage = {
  used: number | undefined;
  quota: number | undefined;
  /** The browser has promised to keep it when space runs out. */
  isPersistent: boolean | undefined;
  tileCount: number;
};

/** Once something is being written, the browser is asked to keep it also when space runs out. */
export function requestPersistenceOnFirstDraft(): void {
  if (useDrafts.getState().drafts.length > 0) return void requestPersistentStorage();
  const unsubscribe = useDrafts.subscribe(({ drafts }) => {
    if (drafts.length === 0) return;
    unsubscribe();
    void requestPersistentStorage();
  });
}

/** Asks the browser not to clear this site's storage by itself. It may ask the person, or refuse. */
export async function requestPersistentStorage(): Promise<boolean> {
  try {
    return (await navigator.storage?.persisted?.()) || ((await navigator.storage?.persist?.()) ?? false);
  } catch {
    return false;
  }
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

/** Deletes what can be fetched again. Drafts, what waits to be sent, receipts and the session stay. */
export async function clearCachedData(): Promise<void> {
  useDelivery.getState().reset();
  useAddresses.getState().reset();
  await Promise.all([deletePrivateCaches(), deleteCachedMaps()]);
}

async function countTiles(): Promise<number> {
  if (!(await caches.has(TILE_CACHE))) return 0;
  return (await (await caches.open(TILE_CACHE)).keys()).length;
}

/** Some browsers have no such thing, and some refuse it in private windows. */
async function readOrFallback<T>(read: () => Promise<T>, fallback: T): Promise<T> {
  try {
    return await read();
  } catch {
    return fallback;
  }
}
