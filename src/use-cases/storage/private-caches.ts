/** Caches whose names begin so hold answers that belong to an account; the worker names them. */
const PRIVATE_CACHE_PREFIX = 'private-';

/** Deletes every cached private answer; the shell, the FAQ and viewed map tiles stay. */
export async function deletePrivateCaches(): Promise<void> {
  if (typeof caches === 'undefined') return;
  try {
    const names = await caches.keys();
    await Promise.all(
      names.filter((name) => name.startsWith(PRIVATE_CACHE_PREFIX)).map((name) => caches.delete(name)),
    );
  } catch (error) {
    console.warn('Cached answers could not be deleted', error);
  }
}
