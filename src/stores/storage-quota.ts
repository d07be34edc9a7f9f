import { create } from 'zustand';
import { MAP_CODE_CACHE, TILE_CACHE } from '../device/caches.ts';
import { orWarn } from '../device/or-warn.ts';

/** Whether writes to this device succeed: `isWritable` is false after a failed write, until one succeeds. */
export const useStorageQuota = create(() => ({ isWritable: true }));

/**
 * Runs a write. If the device is full, it deletes the cached maps, which can be fetched again, and retries once.
 * @throws what the second write throws, or the first if the quota was not the reason
 */
export async function withFreeSpace<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const isQuotaExceeded = error instanceof DOMException && error.name === 'QuotaExceededError';
    if (!isQuotaExceeded) throw error;
    await deleteCachedMaps();
    return write();
  }
}

/** Deletes the cached maps: the tiles, the map code and the region data. */
export async function deleteCachedMaps(): Promise<void> {
  if (typeof caches === 'undefined') return;
  await orWarn('The cached maps could not be deleted', () =>
    Promise.all([TILE_CACHE, MAP_CODE_CACHE].map((name) => caches.delete(name))),
  );
}
