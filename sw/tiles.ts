/// <reference lib="webworker" />
import type { WorkboxPlugin } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { TILES_KEPT_MAX, TILES_KEPT_MS } from '../src/contract/constants.ts';

/** Not private: it holds what anybody sees on a map, and stays at sign-out. */
const CACHE = 'tiles';
/** …/zoom/x/y.png, whoever serves it. */
const TILE = /\/\d{1,2}\/\d+\/\d+(@2x)?\.(png|jpe?g|webp)$/;

/**
 * Keeps tiles that were looked at, and only those: with CORS and status 200 (an opaque answer costs megabytes of
 * quota), for as long as the server allows or seven days, at most 300.
 */
export function keepViewedTiles(): void {
  registerRoute(
    ({ url, request }) => request.destination === 'image' && TILE.test(url.pathname),
    new CacheFirst({
      cacheName: CACHE,
      plugins: [
        wholeTiles,
        new ExpirationPlugin({
          maxEntries: TILES_KEPT_MAX,
          maxAgeSeconds: TILES_KEPT_MS / 1000,
          purgeOnQuotaError: true,
        }),
      ],
    }),
  );
}

const wholeTiles: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) =>
    response.status === 200 && response.type !== 'opaque' && mayKeep(response) ? response : null,
  // What the server gave an end is asked for anew after it.
  cachedResponseWillBeUsed: async ({ cachedResponse }) =>
    cachedResponse && isFresh(cachedResponse) ? cachedResponse : null,
};

function mayKeep(response: Response): boolean {
  return !/\bno-store\b/.test(response.headers.get('cache-control') ?? '');
}

function isFresh(response: Response): boolean {
  const maxAge = /\bmax-age=(\d+)/.exec(response.headers.get('cache-control') ?? '')?.[1];
  const keptAt = Date.parse(response.headers.get('date') ?? '');
  if (maxAge === undefined || Number.isNaN(keptAt)) return true;
  // An old tile is better than none where there is no network to ask.
  return !navigator.onLine || Date.now() - keptAt < Number(maxAge) * 1000;
}
