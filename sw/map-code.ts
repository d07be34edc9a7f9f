/// <reference lib="webworker" />
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { MAP_CODE_CACHE } from '../src/contract/constants.ts';

/** The build names the map's own files so; their names carry a hash, so what is kept is never old. */
const MAP_FILE = /\/assets\/map-[^/]+\.js$/;

/** A map's code and its region are not fetched with the app, but once a map was shown they stay. */
export function cacheMapCode(): void {
  registerRoute(
    ({ sameOrigin, url }) => sameOrigin && MAP_FILE.test(url.pathname),
    new CacheFirst({ cacheName: MAP_CODE_CACHE, plugins: [new ExpirationPlugin({ maxEntries: 10 })] }),
  );
}
