/// <reference lib="webworker" />
import type { WorkboxPlugin } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkOnly } from 'workbox-strategies';
import { TILE_CACHE, TILE_CACHE_MAX_ENTRIES } from '../src/contract/constants.ts';
import { DEFAULT_CONFIG } from '../src/contract/default-config.ts';
import { readConfigCopy } from '../src/outbox/worker-storage.ts';
import { limitReads } from './request-timeout.ts';
import { isCacheable, isFresh, isTileUrl } from './tile-rules.ts';

/**
 * Caches tiles that were viewed, and only those: from the configured server, with CORS and status 200 (an opaque
 * response costs megabytes of quota), for as long as the server allows or seven days, at most 300. Tiles are public, so
 * a log-out does not delete them.
 */
export function cacheViewedTiles(): void {
  const networkOnly = new NetworkOnly({ plugins: [limitReads] });
  const cacheFirst = new CacheFirst({
    cacheName: TILE_CACHE,
    plugins: [
      freshnessPlugin,
      limitReads,
      new ExpirationPlugin({ maxEntries: TILE_CACHE_MAX_ENTRIES, purgeOnQuotaError: true }),
    ],
  });
  registerRoute(
    // The route matches every possible tile. The handler compares the address with the configured tile server, which it
    // has to read from the database.
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
  // An expired tile is better than none if the server does not respond.
  handlerDidError: async ({ request }) => (await caches.open(TILE_CACHE)).match(request.url),
};
