import { create } from 'zustand';
import { MAP_CODE_CACHE, TILE_CACHE } from '../contract/constants.ts';

type StorageQuotaState = {
  /** Whether this device still takes what is written; false after a write that failed, until one succeeds. */
  isWritable: boolean;
  setWritable: (isWritable: boolean) => void;
};

/** What is known of this device's storage. */
export const useStorageQuota = create<StorageQuotaState>()((set) => ({
  isWritable: true,
  setWritable: (canKeep) => set({ isWritable: canKeep }),
}));

/**
 * Writes, and where the device is full gives up what can be fetched again (maps) and writes once more.
 * @throws what the second write throws, or the first where room was not what it wanted
 */
export async function withFreeSpace<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isQuotaExceeded(error)) throw error;
    await deleteCachedMaps();
    return write();
  }
}

/** Deletes what maps have left on the device: their tiles, and their code and region. */
export async function deleteCachedMaps(): Promise<void> {
  if (typeof caches === 'undefined') return;
  try {
    await Promise.all([TILE_CACHE, MAP_CODE_CACHE].map((name) => caches.delete(name)));
  } catch (error) {
    console.warn('The kept maps could not be deleted', error);
  }
}

function isQuotaExceeded(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
