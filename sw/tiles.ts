/// <reference lib="webworker" />
import type { WorkboxPlugin } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkOnly } from 'workbox-strategies';
import { DEFAULT_CONFIG } from '../src/contract/config.ts';
import { TILE_CACHE, TILE_CACHE_MAX_ENTRIES } from '../src/contract/constants.ts';
import { readConfigCopy } from '../src/outbox/worker-storage.ts';
import { isCacheable, isFresh, isTileUrl } from './tile-rules.ts';

/**
 * Keeps tiles that were looked at, and only those: of the configured server, with CORS and status 200 (an opaque
 * answer costs megabytes of quota), for as long as the server allows or seven days, at most 300. Anybody sees them
 * on a map, so they stay at sign-out.
 */
export function cacheViewedTiles(): void {
  const networkOnly = new NetworkOnly();
  const cacheFirst = new CacheFirst({
    cacheName: TILE_CACHE,
    plugins: [
      freshnessPlugin,
      new ExpirationPlugin({ maxEntries: TILE_CACHE_MAX_ENTRIES, purgeOnQuotaError: true }),
    ],
  });
  registerRoute(
    // Whether it is one of the configured server's is only known after a look into the database.
    ({ url, request }) => request.destination === 'image' && /\/\d+(@2x)?(\.\w+)?$/.test(url.pathname),
    async (options) => {
      const template = (await readConfigCopy())?.tileUrl ?? DEFAULT_CONFIG.tiles.url;
      return (isTileUrl(template, options.request.url) ? cacheFirst : networkOnly).handle(options);
    },
  );
}

const freshnessPlugin: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => (isCacheable(response) ? response : null),
  cachedResponseWillBeUsed: async ({ cachedResponse }) =>
    cachedResponse && isFresh(cachedResponse, Date.now()) ? cachedResponse : null,
  // An old tile is better than none where nobody answers.
  handlerDidError: async ({ request }) => (await caches.open(TILE_CACHE)).match(request.url),
};
