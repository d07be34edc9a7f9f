import { TILE_CACHE } from '../contract/constants.ts';
import { useAddresses } from '../stores/addresses.ts';
import { useDelivery } from '../stores/delivery.ts';
import { useDrafts } from '../stores/drafts.ts';
import { dropMaps } from '../stores/room.ts';
import { wipePrivateCaches } from './private-caches.ts';

/** What this site takes of the device; bytes. Undefined where the browser does not say. */
export type StorageUse = {
  used: number | undefined;
  quota: number | undefined;
  /** The browser has promised to keep it when space runs out. */
  isSafe: boolean | undefined;
  tiles: number;
};

/** Once something is being written, the browser is asked to keep it also when space runs out. */
export function keepSafeFromTheFirstDraft(): void {
  if (useDrafts.getState().drafts.length > 0) return void keepSafe();
  const stop = useDrafts.subscribe(({ drafts }) => {
    if (drafts.length === 0) return;
    stop();
    void keepSafe();
  });
}

/** Asks the browser not to clear this site's storage by itself. It may ask the person, or refuse. */
export async function keepSafe(): Promise<boolean> {
  try {
    return (await navigator.storage?.persisted?.()) || ((await navigator.storage?.persist?.()) ?? false);
  } catch {
    return false;
  }
}

export async function storageUse(): Promise<StorageUse> {
  const { usage, quota } = await quiet(() => navigator.storage.estimate(), {});
  return {
    used: usage,
    quota,
    isSafe: await quiet<boolean | undefined>(() => navigator.storage.persisted(), undefined),
    tiles: await quiet(countTiles, 0),
  };
}

/** Deletes what can be fetched again. Drafts, what waits to be sent, receipts and the session stay. */
export async function clearCachedData(): Promise<void> {
  useDelivery.getState().reset();
  useAddresses.getState().reset();
  await Promise.all([wipePrivateCaches(), dropMaps()]);
}

async function countTiles(): Promise<number> {
  if (!(await caches.has(TILE_CACHE))) return 0;
  return (await (await caches.open(TILE_CACHE)).keys()).length;
}

/** Some browsers have no such thing, and some refuse it in private windows. */
async function quiet<T>(ask: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await ask();
  } catch {
    return otherwise;
  }
}
