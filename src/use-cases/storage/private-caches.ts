import { orWarn } from '../../device/or-warn.ts';

/** The service worker gives this prefix to every cache that holds data of an account. */
const PRIVATE_CACHE_PREFIX = 'private-';

/** Deletes all cached data of accounts. The app itself, the FAQ and viewed map tiles stay. */
export async function deletePrivateCaches(): Promise<void> {
  if (typeof caches === 'undefined') return;
  await orWarn('Cached responses could not be deleted', async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith(PRIVATE_CACHE_PREFIX));
    await Promise.all(names.map((name) => caches.delete(name)));
  });
}
