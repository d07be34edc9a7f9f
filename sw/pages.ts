/// <reference lib="webworker" />
import { cacheNames } from 'workbox-core';
import type { PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { EMPTY_PAGE, PRERENDERED_PAGES, pageFileOf } from '../src/contract/pages.ts';

declare const self: ServiceWorkerGlobalScope;

const CACHE_PREFIX = 'pages-';

/** Addresses that are pages of the server and not of the app. */
const SERVER_PATHS = [
  /^\/(api|hook|geocode|sandbox|webhooks|ops)(\/|$)/,
  /^\/(config\.json|healthz|connected\.html)$/,
];

type StaticRoute = {
  condition: { urlPattern: { pathname: string; search?: string }; requestMode?: 'navigate' };
  source: { cacheName: string } | 'fetch-event';
};
/** TypeScript's worker library does not know static routing yet. */
type InstallEvent = ExtendableEvent & { addRoutes?: (routes: StaticRoute[]) => Promise<void> };

/**
 * Responds to each navigation with the page that the build prerendered for it, from the cache: every page opens without
 * a network, and also while the network hangs.
 */
export function cachePages(files: PrecacheEntry[]): void {
  // A waiting version must not replace the pages of the active one, so that each version has a cache of its own.
  const cacheName = CACHE_PREFIX + files.map(({ revision }) => revision?.slice(0, 8)).join('');
  self.addEventListener('install', (event) => {
    event.waitUntil(storePages(files, cacheName));
    addStaticRoutes(event, cacheName);
  });
  self.addEventListener('activate', (event) => event.waitUntil(deleteOtherPages(cacheName)));
  registerRoute(
    new NavigationRoute(({ request, url }) => answerNavigation(request, url.pathname, cacheName), {
      denylist: SERVER_PATHS,
    }),
  );
}

async function storePages(files: PrecacheEntry[], cacheName: string): Promise<void> {
  const cache = await caches.open(cacheName);
  await Promise.all(
    files.map(async ({ url }) => {
      const response = await fetch(url, { cache: 'no-cache' });
      if (!response.ok) throw new Error(`${url} could not be cached: ${response.status}`);
      const file = `/${url}`;
      // The browser refuses a redirected response to a navigation, and a copy is not redirected.
      const { headers } = response;
      await cache.put(pathOf(file), new Response(await response.blob(), { headers }));
    }),
  );
}

/** Static routes match the address of a navigation, so that a page is stored under its path and not under its file. */
function pathOf(file: string): string {
  return PRERENDERED_PAGES.find((page) => page.file === file)?.path ?? file;
}

/** With static routes the browser responds to a navigation while the worker is still starting. */
function addStaticRoutes(event: InstallEvent, cacheName: string): void {
  // The fetch handler does the same, so that a browser that refuses a route is only slower.
  event
    .addRoutes?.([
      // Map code is not precached: the fetch handler caches it.
      { condition: { urlPattern: { pathname: '/assets/map-*' } }, source: 'fetch-event' },
      { condition: { urlPattern: { pathname: '/assets/*' } }, source: { cacheName: cacheNames.precache } },
      ...PRERENDERED_PAGES.map(
        ({ path }): StaticRoute => ({
          condition: { urlPattern: { pathname: path, search: '' }, requestMode: 'navigate' },
          source: { cacheName },
        }),
      ),
    ])
    .catch(() => undefined);
}

async function answerNavigation(request: Request, pathname: string, cacheName: string): Promise<Response> {
  const cache = await caches.open(cacheName);
  const page = (await cache.match(pathOf(pageFileOf(pathname)))) ?? (await cache.match(EMPTY_PAGE));
  return page ?? fetch(request);
}

async function deleteOtherPages(cacheName: string): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(CACHE_PREFIX) && name !== cacheName);
  await Promise.all(others.map((name) => caches.delete(name)));
}
