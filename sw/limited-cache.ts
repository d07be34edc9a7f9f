/// <reference lib="webworker" />

/** Caches a response and deletes the oldest entries above the limit. A full device loses this cache instead. */
export async function putLimited(
  cacheName: string,
  key: string,
  response: Response,
  maxEntries: number,
): Promise<void> {
  try {
    const cache = await caches.open(cacheName);
    await cache.put(key, response);
    const keys = await cache.keys();
    const surplus = keys.slice(0, Math.max(0, keys.length - maxEntries));
    await Promise.all(surplus.map((oldest) => cache.delete(oldest)));
  } catch (error) {
    // Otherwise the response was incomplete, and nothing has been cached.
    if (error instanceof DOMException && error.name === 'QuotaExceededError') await caches.delete(cacheName);
  }
}
