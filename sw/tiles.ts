/// <reference lib="webworker" />

import { DEFAULT_CONFIG } from '../src/contract/default-config.ts';
import { TILE_CACHE } from '../src/device/caches.ts';
import { readConfigCopy } from '../src/device/worker-copies.ts';
import { putLimited } from './limited-cache.ts';
import { endRead, noteResponse, startRead } from './request-timeout.ts';
import { isCacheable, isFresh, isTileUrl } from './tile-rules.ts';

const TILE_CACHE_MAX_ENTRIES = 300;

declare const self: ServiceWorkerGlobalScope;

/**
 * Caches tiles that were viewed, and only those: from the configured server, with CORS and status 200 (an opaque
 * response costs megabytes of quota), for as long as the server allows or seven days, at most 300. Tiles are public, so
 * a log-out does not delete them.
 */
export function cacheViewedTiles(): void {
  self.addEventListener('fetch', (event) => {
    // This matches every possible tile. The handler compares the address with the configured tile server, which it has
    // to read from the database.
    const { destination, url } = event.request;
    if (destination === 'image' && /\/\d+(@2x)?(\.\w+)?$/.test(new URL(url).pathname))
      event.respondWith(respond(event));
  });
}

async function respond(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const template = (await readConfigCopy())?.tileUrl ?? DEFAULT_CONFIG.tiles.url;
  const isTile = isTileUrl(template, request.url);
  const cached = isTile ? await (await caches.open(TILE_CACHE)).match(request.url) : undefined;
  if (cached && isFresh(cached, Date.now())) return cached;
  const read = startRead(event);
  try {
    const response = await fetch(request, { signal: read.controller.signal });
    noteResponse(read);
    // An expired tile is better than none.
    if (!isTile || !isCacheable(response)) {
      endRead(read);
      return cached ?? response;
    }
    const stored = putLimited(TILE_CACHE, request.url, response.clone(), TILE_CACHE_MAX_ENTRIES);
    event.waitUntil(stored.finally(() => endRead(read)));
    return response;
  } catch (error) {
    endRead(read);
    if (cached) return cached;
    throw error;
  }
}
