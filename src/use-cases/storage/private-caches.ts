/** The service worker gives this prefix to every cache that holds data of an account. */
const PRIVATE_CACHE_PREFIX = 'private-';

/** Deletes all cached data of accounts. The app itself, the FAQ and viewed map tiles stay. */
export async function deletePrivateCaches(): Promise<void> {
  if (typeof caches === 'undefined') return;
  try {
    const names = await caches.keys();
    await Promise.all(
      names.filter((name) => name.startsWith(PRIVATE_CACHE_PREFIX)).map((name) => caches.delete(name)),
    );
  } catch (error) {
    console.warn('Cached responses could not be deleted', error);
  }
}
