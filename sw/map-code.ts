/// <reference lib="webworker" />
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { MAP_CODE_CACHE } from '../src/contract/constants.ts';
import { limitReads } from './request-timeout.ts';

/** The build gives the files of the map these names. They contain a hash, so a cached file is never outdated. */
const MAP_FILE = /\/assets\/map-[^/]+\.js$/;

/** The code of maps and the base map are not precached with the app, but they are cached when a map is first shown. */
export function cacheMapCode(): void {
  registerRoute(
    ({ sameOrigin, url }) => sameOrigin && MAP_FILE.test(url.pathname),
    new CacheFirst({
      cacheName: MAP_CODE_CACHE,
      plugins: [limitReads, new ExpirationPlugin({ maxEntries: 10 })],
    }),
  );
}
